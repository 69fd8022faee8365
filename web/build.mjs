// Bundles the page into `dist`, or into the folder after `--out`. `--watch` builds again at each change.
import { build, context } from "esbuild";
import { createHash } from "node:crypto";
import { cp, mkdir, readFile, readdir, rm, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
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
/**
 * What the page fetches later uses much of what it has already. As if it used all of it, so that this stays one file: else each part that
 * only some of them use would be a file of its own, and the first board would wait for twenty.
 */
const together = {
  name: "together",
  setup({ onResolve, onLoad, resolve }) {
    onResolve({ filter: /^\./ }, async ({ kind, path, resolveDir, pluginData }) => {
      if (kind !== "dynamic-import" || pluginData) return;
      return { ...(await resolve(path, { kind, resolveDir, pluginData: {} })), pluginData: { later: true } };
    });
    onLoad({ filter: /\.tsx$/ }, async ({ path, pluginData }) => {
      if (!pluginData?.later) return;
      return { contents: `import ${JSON.stringify(join(here, "src/page/App"))};\n${await readFile(path, "utf8")}`, loader: "tsx" };
    });
  },
};
/** The pages share parts, and what is needed later is a file of its own; the board and the workers each stay one file. */
const builds = [
  { ...options, entryPoints: { studio: "src/main.tsx", embed: "src/embed/main.tsx" }, plugins: [together], splitting: true, chunkNames: "[name]-[hash]", metafile: true },
  { ...options, entryPoints: { board: "src/board/element.ts", worker: "src/engine/worker.ts", gif: "src/page/gif/worker.ts" } },
];
await rm(outdir, { recursive: true, force: true });
await mkdir(outdir, { recursive: true });
await cp(join(here, "static"), outdir, { recursive: true });
// A page a line: a change of one is a change of its line.
await writeFile(join(outdir, "help.json"), `${JSON.stringify(await help(join(here, "../docs"))).replaceAll('{"address"', '\n{"address"')}\n`);
if (process.argv.includes("--watch")) {
  for (const one of builds) await (await context(one)).watch();
} else {
  const [pages] = await Promise.all(builds.map((one) => build(one)));
  for (const [page, script] of [["index.html", "studio.js"], ["embed.html", "embed.js"]]) await preload(page, script, pages.metafile);
  await offline();
}

/** A page asks for the shared parts and the engine at once, and not when its script has come. `rulebook serve`, which answers itself, leaves the engine out. */
async function preload(page, script, { outputs }) {
  const built = Object.entries(outputs).find(([path]) => basename(path) === script)[1];
  const parts = built.imports.filter(({ kind }) => kind === "import-statement").map(({ path }) => `  <link rel="modulepreload" href="${basename(path)}">\n`);
  const links = [`  <link rel="preload" href="engine.wasm" as="fetch" type="application/wasm" crossorigin>\n`, ...parts];
  const html = await readFile(join(outdir, page), "utf8");
  await writeFile(join(outdir, page), html.replace(/^.*<script type="module"/m, (line) => links.join("") + line));
}

/** The service worker knows the other files by name, and their content by a check sum: another content is another version. */
async function offline() {
  const files = (await readdir(outdir)).filter((name) => !name.endsWith(".txt")).sort();
  const hash = createHash("sha256");
  for (const name of files) hash.update(name).update(await readFile(join(outdir, name)));
  const define = { VERSION: JSON.stringify(hash.digest("hex").slice(0, 12)), FILES: JSON.stringify(files) };
  await build({ ...options, entryPoints: { offline: "src/page/offline.ts" }, define });
}
