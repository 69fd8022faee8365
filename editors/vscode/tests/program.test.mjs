// Where the program is looked for.
import assert from "node:assert/strict";
import { test } from "node:test";
import { bundled } from "./bundled.mjs";

const { findProgram } = await bundled("program.ts");
const { argumentsOf } = await bundled("task.ts");

const find = (there, places = {}) => findProgram({
  setting: "", extension: "/ext", folder: "/work", home: "/home/me", path: "/usr/bin:/opt/bin", platform: "linux", runs: (file) => there.includes(file), ...places,
});

test("the setting comes before the PATH", () => {
  const there = ["/usr/bin/rulebook", "/my/rulebook"];
  assert.deepEqual(find(there), { program: "/usr/bin/rulebook" });
  assert.deepEqual(find(there, { setting: "/my/rulebook" }), { program: "/my/rulebook" });
});

test("what the extension brings along comes before the PATH, and after the setting", () => {
  const there = ["/usr/bin/rulebook", "/ext/bin/rulebook", "/my/rulebook"];
  assert.deepEqual(find(there), { program: "/ext/bin/rulebook" });
  assert.deepEqual(find(there, { setting: "/my/rulebook" }), { program: "/my/rulebook" });
  const windows = find(["/ext/bin/rulebook.exe"], { platform: "win32", path: "" });
  assert.deepEqual(windows, { program: "/ext/bin/rulebook.exe" });
});

test("a setting that names nothing is said, and the PATH is not tried instead", () => {
  const { program, missing } = find(["/usr/bin/rulebook"], { setting: "/gone/rulebook" });
  assert.equal(program, undefined);
  assert.match(missing, /\/gone\/rulebook.*rulebook\.path/);
});

test("a setting may be seen from the folder, from home, or be a bare name", () => {
  assert.deepEqual(find(["/work/target/debug/rulebook"], { setting: "target/debug/rulebook" }), { program: "/work/target/debug/rulebook" });
  assert.deepEqual(find(["/work/bin/rulebook"], { setting: "${workspaceFolder}/bin/rulebook" }), { program: "/work/bin/rulebook" });
  assert.deepEqual(find(["/home/me/bin/rulebook"], { setting: "~/bin/rulebook" }), { program: "/home/me/bin/rulebook" });
  assert.deepEqual(find(["/opt/bin/rulebook-dev"], { setting: "rulebook-dev" }), { program: "/opt/bin/rulebook-dev" });
});

test("the first on the PATH is taken, and none is said", () => {
  assert.deepEqual(find(["/opt/bin/rulebook", "/usr/bin/rulebook"]), { program: "/usr/bin/rulebook" });
  assert.match(find([]).missing, /not on the PATH/);
  assert.match(find(["rulebook"], { path: "" }).missing, /not on the PATH/);
});

test("a check writes what the problem matcher reads", async () => {
  assert.deepEqual(argumentsOf({ type: "rulebook", command: "check" }), ["check", "--format", "github", "."]);
  assert.deepEqual(argumentsOf({ type: "rulebook", command: "test", paths: ["a.game"], args: ["--strict"] }), ["test", "--strict", "a.game"]);
});
