// Bundles the page into `dist`, or into the folder after `--out`. `--watch` builds again at each change.
import { build, context } from "esbuild";
import { createHash } from "node:crypto";
import { cp, mkdir, readFile, readdir, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { help } from "./help.mjs";

const here = dirname(fileURLToPath(import.meta.url));
const at = process.argv.indexOf("--out");
const outdir = at < 0 ? join(here, "dist") : process.argv[at + 1];

const options = {
  absWorkingDir: here,
  outdir,
  bundle: true,
  format: "esm",
  target: "es2022",
  minify: true,
  legalComments: "linked",
  jsx: "automatic",
  jsxImportSource: "preact",
};
const page = { ...options, entryPoints: { studio: "src/main.tsx", board: "src/board/element.ts", worker: "src/engine/worker.ts" } };
await rm(outdir, { recursive: true, force: true });
await mkdir(outdir, { recursive: true });
await cp(join(here, "static"), outdir, { recursive: true });
// A page a line: a change of one is a change of its line.
await writeFile(join(outdir, "help.json"), `${JSON.stringify(await help(join(here, "../docs"))).replaceAll('{"address"', '\n{"address"')}\n`);
if (process.argv.includes("--watch")) {
  await (await context(page)).watch();
} else {
  await build(page);
  await offline();
}

/** The service worker knows the other files by name, and their content by a check sum: another content is another version. */
async function offline() {
  const files = (await readdir(outdir)).filter((name) => !name.endsWith(".txt")).sort();
  const hash = createHash("sha256");
  for (const name of files) hash.update(name).update(await readFile(join(outdir, name)));
  const define = { VERSION: JSON.stringify(hash.digest("hex").slice(0, 12)), FILES: JSON.stringify(files) };
  await build({ ...options, entryPoints: { offline: "src/page/offline.ts" }, define });
}
