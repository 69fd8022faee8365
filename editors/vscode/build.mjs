// Bundles the extension and the page beside the text into `dist`, with the licences of what is bundled. `--watch` builds again at
// each change.
import { build, context } from "esbuild";
import { readFile, readdir, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/** What may be bundled: licences that ask for nothing but their text. */
const PERMISSIVE = ["MIT", "ISC", "BSD-2-Clause", "BSD-3-Clause", "BlueOak-1.0.0", "Apache-2.0", "0BSD"];

const here = dirname(fileURLToPath(import.meta.url));
const options = { absWorkingDir: here, bundle: true, outdir: "dist", minify: true, legalComments: "none", metafile: true, logLevel: "warning" };
const bundles = [
  { ...options, entryPoints: { extension: "src/extension.ts" }, platform: "node", format: "cjs", target: "node20", external: ["vscode"] },
  { ...options, entryPoints: { board: "src/page/board.ts" }, platform: "browser", format: "iife", target: "es2022" },
];

await rm(join(here, "dist"), { recursive: true, force: true });
if (process.argv.includes("--watch")) {
  for (const bundle of bundles) await (await context(bundle)).watch();
} else {
  const inputs = [];
  for (const bundle of bundles) inputs.push(...Object.keys((await build(bundle)).metafile.inputs));
  await writeFile(join(here, "dist/LICENCES.txt"), await licences(inputs));
}

/** The licences of the packages of these files. */
async function licences(files) {
  const folders = files.flatMap((file) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file)?.[0] ?? []);
  const texts = [];
  for (const folder of [...new Set(folders)].sort()) {
    const { name, version, license } = JSON.parse(await readFile(join(here, folder, "package.json"), "utf8"));
    if (!PERMISSIVE.includes(license)) throw new Error(`${name} ${version} is under ${license}, which is not among ${PERMISSIVE.join(", ")}`);
    const file = (await readdir(join(here, folder))).find((one) => /^licen[cs]e/i.test(one));
    if (!file) throw new Error(`${name} ${version} comes without the text of its licence`);
    texts.push(`${name} ${version} (${license})\n\n${(await readFile(join(here, folder, file), "utf8")).trim()}\n`);
  }
  return texts.join(`\n${"-".repeat(80)}\n\n`);
}
