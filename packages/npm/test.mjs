// The package as npm installs it: which machines it serves, and how it passes on what the program does.
//
//     node --test packages/npm/test.mjs                      # RULEBOOK_NPM names a folder with rulebook installed in node_modules
import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import test from "node:test";
import { PLATFORMS, packageFor } from "./platform.js";

const installed = process.env.RULEBOOK_NPM;
assert.ok(installed, "RULEBOOK_NPM names no folder");
const shim = join(installed, "node_modules/rulebook/bin/rulebook.js");

// A program that takes the place of `rulebook`.
function inPlace(script, use) {
  const folder = mkdtempSync(join(tmpdir(), "rulebook-shim-"));
  const program = join(folder, "program");
  writeFileSync(program, `#!/bin/sh\n${script}\n`);
  chmodSync(program, 0o755);
  const done = use({ ...process.env, RULEBOOK_BINARY: program });
  return Promise.resolve(done).finally(() => rmSync(folder, { recursive: true }));
}

// As on another machine.
function elsewhere(platform, arch, args = []) {
  const pretend = `Object.defineProperty(process, "platform", { value: "${platform}" }); Object.defineProperty(process, "arch", { value: "${arch}" });`;
  const load = `data:text/javascript,${encodeURIComponent(pretend)}`;
  return spawnSync(process.execPath, ["--import", load, shim, ...args], { encoding: "utf8" });
}

test("each platform has a package, and no other", () => {
  for (const name of PLATFORMS) {
    const [platform, arch] = name.split("-");
    assert.equal(packageFor({ platform, arch, isGlibc: true }).package, `rulebook-${name}`);
  }
  assert.equal(packageFor({ platform: "win32", arch: "x64" }).program, "bin/rulebook.exe");
  assert.match(packageFor({ platform: "linux", arch: "riscv64", isGlibc: true }).error, /no build for linux-riscv64, only for darwin-arm64/);
  assert.match(packageFor({ platform: "linux", arch: "x64", isGlibc: false }).error, /with musl/);
});

test("a machine without a build is told so, and one whose package is missing what to do", () => {
  const none = elsewhere("sunos", "x64", ["check", "hex"]);
  assert.equal(none.status, 2);
  assert.match(none.stderr, /^error: there is no build for sunos-x64, only for .*\n {2}help: build it with `cargo install/);
  const missing = elsewhere("darwin", "arm64", ["check", "hex"]);
  assert.equal(missing.status, 2);
  assert.match(missing.stderr, /^error: the package rulebook-darwin-arm64 is not installed\n {2}help: .*--include=optional/);
});

test("the program of this machine runs", () => {
  const run = (...args) => spawnSync(process.execPath, [shim, ...args], { encoding: "utf8" });
  const perft = run("perft", "hex", "2", "--set", "size=3", "--set", "pie=off");
  assert.equal(perft.status, 0, perft.stderr);
  assert.match(perft.stdout, /\b72\b/);
  const { version } = JSON.parse(readFileSync(join(installed, "node_modules/rulebook/package.json"), "utf8"));
  assert.equal(run("--version").stdout, `rulebook ${version}\n`);
  assert.equal(run("check", "no-such-file").status, 2);
});

test("the exit status and all three streams are passed on", () =>
  inPlace('cat; echo "$@" >&2; exit 7', (env) => {
    const done = spawnSync(process.execPath, [shim, "one two", "three"], { env, input: "given", encoding: "utf8" });
    assert.deepEqual([done.status, done.stdout, done.stderr], [7, "given", "one two three\n"]);
  }));

for (const [signal, kept] of [["SIGTERM", true], ["SIGINT", true], ["SIGHUP", true], ["SIGTERM", false]]) {
  test(`${signal} reaches the program, which ${kept ? "ends in its own way" : "is ended by it"}`, { timeout: 60_000 }, () => {
    const script = kept ? `trap 'echo stopped; exit 9' ${signal.slice(3)}; echo ready; while :; do sleep 0.05; done` : "echo ready; exec sleep 60";
    return inPlace(script, (env) => new Promise((resolve, reject) => {
      const child = spawn(process.execPath, [shim], { env, stdio: ["ignore", "pipe", "inherit"] });
      let said = "";
      child.stdout.on("data", (text) => {
        if (!said) child.kill(signal);
        said += text;
      });
      child.on("exit", (status, by) => {
        try {
          if (kept) assert.deepEqual([status, by, said], [9, null, "ready\nstopped\n"]);
          else assert.deepEqual([status, by, said], [null, signal, "ready\n"]);
          resolve();
        } catch (error) {
          reject(error);
        }
      });
    }));
  });
}
