// Loads a module of the extension in Node.
import { build } from "esbuild";
import { fileURLToPath } from "node:url";

export async function bundled(path) {
  const entry = fileURLToPath(new URL(`../src/${path}`, import.meta.url));
  const { outputFiles } = await build({ entryPoints: [entry], bundle: true, platform: "node", format: "esm", target: "node20", write: false });
  return import(`data:text/javascript;base64,${Buffer.from(outputFiles[0].contents).toString("base64")}`);
}
