// A package for a platform, as a user gets it: its program is found before any other, and answers.
//
//   node tests/packed.mjs FILE.vsix
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { accessSync, constants } from "node:fs";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { bundled } from "./bundled.mjs";
import { startServer } from "./lsp.mjs";

const packed = resolve(process.argv[2]);
const folder = await mkdtemp(join(tmpdir(), "rulebook-vsix-"));
try {
  // Python, since not every machine has a program for archives; a mode is what VS Code keeps of it, too.
  execFileSync("python3", ["-c", `
import sys, zipfile, pathlib
with zipfile.ZipFile(sys.argv[1]) as packed:
    for entry in packed.infolist():
        path = packed.extract(entry, sys.argv[2])
        mode = entry.external_attr >> 16
        if mode and not entry.is_dir():
            pathlib.Path(path).chmod(mode & 0o777)
`, packed, folder]);
  const manifest = await readFile(join(folder, "extension.vsixmanifest"), "utf8");
  assert.match(manifest, new RegExp(`TargetPlatform="${process.platform}-${process.arch}"`));
  const { findProgram } = await bundled("program.ts");
  const runs = (file) => {
    try {
      accessSync(file, constants.X_OK);
      return true;
    } catch {
      return false;
    }
  };
  const extension = join(folder, "extension");
  const found = findProgram({ setting: "", extension, folder: undefined, home: "/nowhere", path: process.env.PATH ?? "", platform: process.platform, runs });
  assert.ok(found.program?.startsWith(join(extension, "bin")), JSON.stringify(found));
  const server = await startServer(found.program);
  const uri = "file:///work/sheet.game";
  const findings = await server.open(uri, "game \"X\" {\n  bord square(3)\n}\n");
  assert.ok(findings.some(({ message }) => message.includes("bord")), JSON.stringify(findings));
  const asked = { textDocument: { uri }, position: { line: 0, character: 1 } };
  assert.match((await server.request("textDocument/hover", asked)).contents.value, /game/);
  await server.stop();
  console.log(`packed: ${packed} has a program that answers`);
} finally {
  await rm(folder, { recursive: true, force: true });
}
