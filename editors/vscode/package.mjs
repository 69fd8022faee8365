// Packs the extension for one platform, with the program in it.
//
//   npm run package:platform -- --target linux-x64 --program FILE --out FILE
import { execFileSync } from "node:child_process";
import { chmod, copyFile, mkdir, rm } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";

/** What Marketplace and Open VSX call the platforms that releases are built for. */
const TARGETS = ["linux-x64", "linux-arm64", "darwin-x64", "darwin-arm64", "win32-x64"];

const { target, program, out } = parseArgs({ options: { target: { type: "string" }, program: { type: "string" }, out: { type: "string" } } }).values;
if (!target || !program || !out || !TARGETS.includes(target)) {
  console.error(`package: write --target ${TARGETS.join("|")} --program FILE --out FILE`);
  process.exit(2);
}
const here = dirname(fileURLToPath(import.meta.url));
const bin = join(here, "bin");
const file = join(bin, target.startsWith("win32") ? "rulebook.exe" : "rulebook");
await rm(bin, { recursive: true, force: true });
await mkdir(bin);
try {
  await copyFile(program, file);
  await chmod(file, 0o755);
  const vsce = join(here, "node_modules/@vscode/vsce/vsce");
  execFileSync(process.execPath, [vsce, "package", "--target", target, "--out", resolve(out)], { cwd: here, stdio: "inherit" });
} finally {
  // A package without a platform has no program.
  await rm(bin, { recursive: true, force: true });
}
