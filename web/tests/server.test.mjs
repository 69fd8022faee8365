// The engine behind `rulebook serve`: lines of JSON while they come, errors as errors, and the end of a question told to the server.
import assert from "node:assert/strict";
import { createServer } from "node:http";
import { after, before, test } from "node:test";
import { bundled } from "./bundled.mjs";

const { ServerEngine } = await bundled("engine/server.ts");

let server, engine, dropped;
const seen = [];
before(async () => {
  server = createServer(async (request, response) => {
    let body = "";
    for await (const part of request) body += part;
    const { method, params, seconds } = JSON.parse(body);
    seen.push({ method, params, seconds, token: request.headers["x-rulebook-token"], path: request.url });
    if (method === "about") response.end(`${JSON.stringify({ answer: { version: "ä", protocol: 1 } })}\n`);
    else if (method === "playouts") {
      // A line may come in pieces, also in the middle of a letter.
      const bytes = Buffer.from(`{"progress":{"says":"ü"}}\n{"progress":2}\n{"answer":"all"}`);
      for (const byte of bytes) {
        response.write(Buffer.from([byte]));
        await new Promise((resolve) => setTimeout(resolve, 1));
      }
      response.end();
    } else if (method === "check") {
      response.write('{"progress":1}\n');
      response.on("close", () => dropped?.());
    } else if (method === "format") response.end('{"error":{"message":"no","findings":[{"code":"x"}]}}\n');
    else if (method === "perft") response.end('{"progress":1}\n');
    else {
      response.statusCode = 403;
      response.end("no token");
    }
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  engine = new ServerEngine(new URL(`http://127.0.0.1:${server.address().port}/api`), { "x-rulebook-token": "secret" });
});
after(() => server.close());

test("an answer, with the token and the time in the question", async () => {
  assert.deepEqual(await engine.ask("about", { a: 1 }, { seconds: 3 }), { version: "ä", protocol: 1 });
  assert.deepEqual(seen.at(-1), { method: "about", params: { a: 1 }, seconds: 3, token: "secret", path: "/api" });
});

test("progress comes as it is made", async () => {
  const told = [];
  assert.equal(await engine.ask("playouts", {}, { progress: (value) => told.push(value) }), "all");
  assert.deepEqual(told, [{ says: "ü" }, 2]);
});

test("giving up drops the connection", async () => {
  const closed = new Promise((resolve) => { dropped = resolve; });
  const controller = new AbortController();
  const asked = engine.ask("check", {}, { signal: controller.signal, progress: () => controller.abort() });
  await assert.rejects(asked, (error) => error.cancelled === true);
  await closed;
});

test("errors are told as such", async () => {
  await assert.rejects(engine.ask("format", {}), (error) => error.message === "no" && error.findings[0].code === "x");
  await assert.rejects(engine.ask("perft", {}), /ended its answer early/);
  await assert.rejects(engine.ask("tests", {}), /403: no token/);
  const nowhere = new ServerEngine(new URL("http://127.0.0.1:1/api"));
  await assert.rejects(nowhere.ask("about", {}), /cannot be reached/);
});
