// Draws icon.png from icon.svg, in a browser: the gallery of extensions takes no SVG.
import { readFile } from "node:fs/promises";
import { chromium } from "playwright-core";

const file = (name) => new URL(name, import.meta.url);
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: ["--no-sandbox"] });
const page = await browser.newPage({ viewport: { width: 256, height: 256 } });
await page.setContent(`<style>body{margin:0}svg{display:block}</style>${await readFile(file("icon.svg"), "utf8")}`);
await page.screenshot({ path: file("icon.png").pathname, omitBackground: true });
await browser.close();
