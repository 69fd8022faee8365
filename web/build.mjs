// Bundles the page into `dist`. `node build.mjs --watch` builds again at each change.
import { build, context } from "esbuild";
import { cp, mkdir, rm } from "node:fs/promises";

const options = {
  entryPoints: { studio: "src/main.tsx", board: "src/board/element.ts", worker: "src/engine/worker.ts" },
  outdir: "dist",
  bundle: true,
  format: "esm",
  target: "es2022",
  minify: true,
  legalComments: "linked",
  jsx: "automatic",
  jsxImportSource: "preact",
};
await rm("dist", { recursive: true, force: true });
await mkdir("dist");
await cp("static", "dist", { recursive: true });
if (process.argv.includes("--watch")) {
  await (await context(options)).watch();
} else {
  await build(options);
}
