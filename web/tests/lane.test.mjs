// Questions to a worker: one at a time, given up in time, and never answered by what was asked before.
import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { bundled } from "./bundled.mjs";

const { Lane } = await bundled("engine/lane.ts");
const { EngineError, settle, withPlayers } = await bundled("engine/reply.ts");

/** A worker that answers `slow` late, `never` never, and anything else at once with the same. */
function workers() {
  const started = [];
  const start = async () => {
    const worker = {
      ended: false,
      terminate() { this.ended = true; },
      postMessage({ id, request }) {
        const say = (message) => !worker.ended && worker.onmessage({ data: message });
        if (request === "never") return;
        if (request === "crash") return void queueMicrotask(() => say({ id, reply: null, reason: "unreachable" }));
        if (request === "progress") queueMicrotask(() => say({ id, progress: "1" }));
        setTimeout(() => say({ id, reply: request }), request === "slow" ? 60 : 1);
      },
    };
    started.push(worker);
    return worker;
  };
  return { start, started };
}

const ask = (lane, request, { seconds = null, signal, progress = () => {} } = {}) => lane.ask(request, seconds, progress, signal);
const isCancelled = (error) => error.cancelled === true;

test("questions are answered in their order by one worker", async () => {
  const { start, started } = workers();
  const lane = new Lane(start, 10, 0);
  const seen = [];
  await Promise.all(["slow", "a", "b"].map((request) => ask(lane, request).then((reply) => seen.push(reply))));
  assert.deepEqual(seen, ["slow", "a", "b"]);
  assert.equal(started.length, 1);
});

test("giving up what runs starts another worker, and the next question is answered", async () => {
  const { start, started } = workers();
  const lane = new Lane(start, 10, 0);
  const controller = new AbortController();
  const given = ask(lane, "never", { signal: controller.signal });
  const next = ask(lane, "next");
  await sleep(5);
  controller.abort();
  await assert.rejects(given, isCancelled);
  assert.equal(await next, "next");
  assert.deepEqual(started.map(({ ended }) => ended), [true, false]);
});

test("a worker has its grace beyond the time of a question, and no more", async () => {
  const { start, started } = workers();
  const outcomes = await Promise.allSettled([20, 5000].map((grace) => ask(new Lane(start, 10, 0, undefined, grace), "slow", { seconds: 0 })));
  assert.deepEqual(outcomes.map(({ status }) => status), ["rejected", "fulfilled"]);
  assert.deepEqual(started.map(({ ended }) => ended), [true, false]);
});

test("giving up what waits leaves what runs alone", async () => {
  const { start, started } = workers();
  const lane = new Lane(start, 10, 0);
  const controller = new AbortController();
  const running = ask(lane, "slow");
  const waiting = ask(lane, "waiting", { signal: controller.signal });
  controller.abort();
  await assert.rejects(waiting, isCancelled);
  assert.equal(await running, "slow");
  assert.equal(started.length, 1);
});

test("with patience a short question runs to its end, unheard, and its worker stays", async () => {
  const { start, started } = workers();
  const lane = new Lane(start, 10, 1000);
  const controller = new AbortController();
  const given = ask(lane, "slow", { signal: controller.signal });
  const next = ask(lane, "next");
  await sleep(5);
  controller.abort();
  await assert.rejects(given, isCancelled);
  assert.equal(await next, "next");
  assert.equal(started.length, 1);
});

test("what is asked for with a signal that is over is not asked", async () => {
  const { start, started } = workers();
  await assert.rejects(ask(new Lane(start, 10, 0), "a", { signal: AbortSignal.abort() }), isCancelled);
  assert.equal(started.length, 0);
});

test("a worker that does not come back is ended after its time", async () => {
  const { start, started } = workers();
  const lane = new Lane(start, 10, 0);
  await assert.rejects(ask(lane, "never", { seconds: 0.01 }), /too long/);
  assert.equal(await ask(lane, "again"), "again");
  assert.equal(started.length, 2);
});

test("a crash is said, and an engine that cannot start as well", async () => {
  await assert.rejects(ask(new Lane(workers().start, 10, 0), "crash"), /unreachable/);
  const broken = new Lane(async () => { throw new Error("no engine"); }, 10, 0);
  await assert.rejects(ask(broken, "a"), /no engine/);
  await assert.rejects(ask(broken, "b"), /no engine/);
});

test("progress is told, and replies are settled", async () => {
  const told = [];
  await ask(new Lane(workers().start, 10, 0), "progress", { progress: (value) => told.push(value) });
  assert.deepEqual(told, [1]);
  assert.equal(settle({ answer: 5 }), 5);
  assert.throws(() => settle({ error: { message: "no", cancelled: true } }), isCancelled);
  assert.throws(() => settle({ other: 1 }), /neither/);
});

test("what a worker makes is given on, and a worker that rests is ended", async () => {
  const { start, started } = workers();
  const given = [];
  const lane = new Lane(start, 10, 0, (player) => given.push(player));
  const running = ask(lane, "slow");
  await sleep(5);
  started[0].onmessage({ data: { id: 1, given: { digest: "ab", file: new Uint8Array(3) } } });
  lane.rest();
  assert.equal(await running, "slow", "what runs is not ended");
  assert.deepEqual(given.map(({ digest }) => digest), ["ab"]);
  lane.rest();
  assert.equal(await ask(lane, "next"), "next");
  assert.deepEqual(started.map(({ ended }) => ended), [true, false]);
});

test("a learned player that is missing is given once, and the same is asked again", async () => {
  const missing = new EngineError("not here", [], false, "ab");
  const held = [];
  let asked = 0;
  const answer = await withPlayers(async () => { if (asked++ === 0) throw missing; return "answer"; }, async (digest) => new TextEncoder().encode(digest), async (file) => held.push(file.length));
  assert.deepEqual([answer, asked, held], ["answer", 2, [2]]);
  await assert.rejects(withPlayers(async () => { throw missing; }, async () => null, async () => assert.fail("there is none")), /not here/);
  await assert.rejects(withPlayers(async () => { throw missing; }, async () => new Uint8Array(1), async () => {}), /not here/, "it is asked once more, and not for ever");
  await assert.rejects(withPlayers(async () => { throw new EngineError("other"); }, async () => assert.fail("nothing is missing"), async () => {}), /other/);
});
