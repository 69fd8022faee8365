// Makes the tarballs that `npm install` takes: the package `rulebook`, and the one with the program for a platform.
//
//     node packages/npm/build.mjs --out DIR [--platform linux-x64 --binary PATH]
import { execFileSync } from "node:child_process";
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { PLATFORMS, packageFor } from "./platform.js";

const here = import.meta.dirname ?? new URL(".", import.meta.url).pathname;
const root = resolve(here, "../..");
const { values } = parseArgs({ options: { out: { type: "string" }, platform: { type: "string" }, binary: { type: "string" } } });
if (!values.out || !values.platform !== !values.binary) {
  console.error("usage: node packages/npm/build.mjs --out DIR [--platform PLATFORM --binary PATH]");
  process.exit(2);
}
const main = JSON.parse(readFileSync(join(here, "package.json"), "utf8"));
const wanted = Object.keys(main.optionalDependencies).sort().join();
if (wanted !== PLATFORMS.map((platform) => `rulebook-${platform}`).sort().join()) {
  throw new Error("package.json and platform.js name other platforms");
}
const out = resolve(values.out);
mkdirSync(out, { recursive: true });
const work = mkdtempSync(join(tmpdir(), "rulebook-npm-"));
try {
  const readme = "Rulebook runs rule sheets of abstract board games: `npx rulebook check hex`.\n";
  pack("rulebook", main, (folder) => {
    for (const file of ["bin/rulebook.js", "platform.js"]) cpSync(join(here, file), join(folder, file));
    writeFileSync(join(folder, "README.md"), readme);
  });
  if (values.platform) {
    const [os, cpu] = values.platform.split("-");
    const found = packageFor({ platform: os, arch: cpu, isGlibc: true });
    if (found.error) throw new Error(found.error);
    const { version, description, license } = main;
    const libc = os === "linux" ? { libc: ["glibc"] } : {};
    pack(found.package, { name: found.package, version, description, license, os: [os], cpu: [cpu], ...libc, files: ["bin"] }, (folder) => {
      const program = join(folder, found.program);
      mkdirSync(join(folder, "bin"));
      cpSync(resolve(values.binary), program);
      chmodSync(program, 0o755);
      writeFileSync(join(folder, "README.md"), `The program of \`rulebook\` for ${values.platform}. ${readme}`);
    });
  }
} finally {
  rmSync(work, { recursive: true });
}

function pack(name, manifest, fill) {
  const folder = join(work, name);
  mkdirSync(folder);
  fill(folder);
  for (const licence of ["LICENSE-APACHE", "LICENSE-MIT"]) cpSync(join(root, licence), join(folder, licence));
  writeFileSync(join(folder, "package.json"), `${JSON.stringify(manifest, null, 2)}\n`);
  const args = ["pack", "--ignore-scripts", "--json", "--pack-destination", out];
  const packed = execFileSync("npm", args, { cwd: folder, encoding: "utf8", stdio: ["ignore", "pipe", "inherit"], shell: process.platform === "win32" });
  const [{ filename }] = Object.values(JSON.parse(packed));
  console.log(`${join(out, filename)}: ${statSync(join(out, filename)).size} bytes`);
}
