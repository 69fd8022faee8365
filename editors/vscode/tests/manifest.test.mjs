// What the manifest promises: its files, its problem matcher against the program, its snippets against the language.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { access, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { program, root } from "./lsp.mjs";

const here = join(root, "editors/vscode");
const read = (name) => readFile(join(here, name), "utf8");
const manifest = JSON.parse(await read("package.json"));

async function check(text) {
  const folder = await mkdtemp(join(tmpdir(), "rulebook-vscode-"));
  const file = join(folder, "sheet.game");
  await writeFile(file, text);
  const run = spawnSync(program, ["check", "--no-cache", "--format", "github", file], { encoding: "utf8" });
  await rm(folder, { recursive: true });
  if (run.error) throw run.error;
  return { lines: run.stdout.split("\n").filter((line) => line !== ""), file, said: run.stderr };
}

test("the files that it names are there", async () => {
  const { languages, grammars, snippets } = manifest.contributes;
  const files = [manifest.icon, ...languages.flatMap(({ configuration, icon }) => [configuration, icon.light, icon.dark]), ...grammars.map(({ path }) => path), ...snippets.map(({ path }) => path)];
  for (const file of files) await access(join(here, file));
  for (const file of files.filter((name) => name.endsWith(".json"))) JSON.parse(await read(file));
});

test("each command is registered, and each setting is read", async () => {
  const source = (await Promise.all(["extension.ts", "client.ts", "preview.ts"].map((name) => read(`src/${name}`)))).join("\n");
  const server = await readFile(join(root, "src/lsp/settings.rs"), "utf8");
  for (const section of ["check", "codeLens", "inlayHints"]) assert.ok(source.includes(section), section);
  for (const { command } of manifest.contributes.commands) assert.ok(source.includes(`command("${command.replace("rulebook.", "")}"`), command);
  for (const setting of Object.keys(manifest.contributes.configuration.properties)) {
    const [, section, name] = setting.split(".");
    // The server reads those of its own; the client library reads `trace`.
    const reads = name === undefined ? source.includes(`"${section}"`) : source.includes(`"${section}.${name}"`) || (section !== "trace" && server.includes(`"/${section}/${name}"`));
    assert.ok(reads || (section === "trace" && name === "server"), setting);
  }
});

test("the problem matcher reads every finding of the program", async () => {
  const [pattern] = manifest.contributes.problemPatterns;
  const text = await readFile(join(root, "games/lines/tic-tac-toe.game"), "utf8");
  const broken = text.replace("in empty", "in emty");
  assert.notEqual(broken, text);
  const { lines, file } = await check(broken);
  assert.ok(lines.length > 0);
  for (const line of lines) {
    const found = new RegExp(pattern.regexp).exec(line);
    assert.ok(found, line);
    assert.equal(found[pattern.file], file);
    const [row, column, end] = [pattern.line, pattern.column, pattern.endColumn].map((group) => Number(found[group]));
    if (found[pattern.code] !== "name/unknown") continue;
    assert.equal(broken.split("\n")[row - 1].slice(column - 1, end), "emty");
    assert.equal(found[pattern.message], "nothing is called `emty`");
  }
  assert.ok(lines.some((line) => line.includes("name/unknown")));
});

/** A snippet as it stands when nothing is typed: defaults, first choices. */
function plain(body) {
  const text = body.join("\n");
  const values = new Map();
  const first = text.replace(/\$\{(\d+)\|([^,|]*)[^}]*\|\}|\$\{(\d+):([^{}]*)\}/g, (_, choice, chosen, place, value) => {
    values.set(choice ?? place, chosen ?? value);
    return chosen ?? value;
  });
  return first.replace(/\$(\d+)/g, (_, place) => values.get(place) ?? "");
}

test("every snippet is read by the language as it stands", async () => {
  const snippets = JSON.parse(await read("snippets/rulebook.json"));
  const whole = (inner) => `game "Host" {\n  players Black, White\n  board square(5)\n  piece stone\n${inner}\n  move drop {\n    pick c in empty\n    put my stone on c\n  }\n  turn drop\n  end over when no move { draw }\n}\n`;
  for (const [name, { body }] of Object.entries(snippets)) {
    const text = plain(body);
    const sheet = name === "game" ? text : name === "variant" ? `${whole("")}\n${text.replace('"Base"', '"Host"')}\n` : whole(text);
    const { lines } = await check(sheet);
    const wrong = lines.filter((line) => line.startsWith("::error") && !/title=test\//.test(line));
    assert.deepEqual(wrong, [], `${name}:\n${sheet}`);
  }
});

test("its licence is that of the repository", async () => {
  const licence = await read("LICENSE.md");
  for (const name of ["LICENSE-MIT", "LICENSE-APACHE"]) assert.ok(licence.includes((await readFile(join(root, name), "utf8")).trim()), name);
  const cargo = await readFile(join(root, "Cargo.toml"), "utf8");
  assert.ok(cargo.includes(`license = "${manifest.license}"`));
  assert.ok(cargo.includes(`version = "${manifest.version}"`));
});

test("the lock file names no host", async () => {
  assert.ok(!(await read("package-lock.json")).includes('"resolved"'));
});
