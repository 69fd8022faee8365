#!/usr/bin/env node
// Runs the program of the package for this machine: its arguments, streams, signals and exit status are passed on.
import { spawn } from "node:child_process";
import { createRequire } from "node:module";
import { constants } from "node:os";
import { packageFor, thisMachine } from "../platform.js";

const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP", "SIGQUIT"];

function fail(message) {
  process.stderr.write(`error: ${message}\n`);
  process.exit(2);
}

function find() {
  if (process.env.RULEBOOK_BINARY) return process.env.RULEBOOK_BINARY;
  const found = packageFor(thisMachine());
  if (found.error) fail(found.error);
  try {
    return createRequire(import.meta.url).resolve(`${found.package}/${found.program}`);
  } catch {
    return fail(
      `the package ${found.package} is not installed\n  help: install rulebook again, with optional dependencies: \`npm install --include=optional rulebook\``,
    );
  }
}

const program = find();
// This process ends when the program does, whatever it makes of a signal. They are heard before there is a program to tell:
// it may be quicker than this process.
for (const signal of SIGNALS) {
  process.on(signal, () => child.kill(signal));
}
const child = spawn(program, process.argv.slice(2), { stdio: "inherit", windowsHide: true });
child.on("error", (error) => fail(`cannot run \`${program}\`: ${error.message}`));
child.on("exit", (status, signal) => {
  if (signal === null) process.exit(status);
  // It ends as the program did; where a signal does not end this process, as a shell would tell of it.
  process.removeAllListeners(signal);
  process.kill(process.pid, signal);
  setTimeout(() => process.exit(128 + (constants.signals[signal] ?? 0)), 1000);
});
