// `engine.wasm` answers, plays and stops.

import assert from "node:assert/strict";
import { before, test } from "node:test";

import { compile, engine } from "./engine.mjs";

let one;
let games;
before(async () => {
  one = await engine(await compile());
  games = new Map(one.ask("gallery").map((game) => [game.name, game]));
});

const game = (name, more = {}) => ({ text: games.get(name).text, ...more });

test("it says what it is", () => {
  assert.equal(one.ask("about").protocol, 1);
  assert.ok(games.size >= 24);
});

test("however slow a game is, random games are told of soon and stopped in time", () => {
  const told = [0];
  one.ask("playouts", { game: game("connect-four"), games: 3000, seed: 1 }, ({ games }) => told.push(games));
  assert.ok(told[1] <= 4, `${told}`);
  for (const [i, games] of told.entries()) assert.ok(i === 0 || games - told[i - 1] <= Math.max(2, told[i - 1] / 4), `${told}`);
});

test("a position tells of its line, what was done in the turn, and what dice stand for", () => {
  const asked = { game: game("backgammon") };
  const line = ["6-1", "a1-f2/6", "l1-k1/1", "5-4"];
  // Longer, shorter and other lines tell what each tells alone.
  const alone = (moves) => { const plain = { ...asked, game: { ...asked.game, text: `${asked.game.text}\n` } }; return one.ask("position", { ...plain, line: { moves } }); };
  const lines = [line.slice(0, 1), line, line.slice(0, 2), [...line.slice(0, 2), "e2-f2/1"], []];
  for (const moves of lines) {
    const { plies, effects, toAct } = one.ask("position", { ...asked, line: { moves } });
    assert.equal(plies.length, moves.length);
    for (const [i, ply] of plies.entries()) assert.deepEqual(alone(moves.slice(0, i + 1)).plies.at(-1), ply, `${moves}, ${i}`);
    assert.deepEqual(alone(moves).effects, effects);
    assert.equal(toAct.done, moves.length === 2 ? 1 : 0, moves.join(" "));
  }
  const drawn = (name) => one.ask("load", { game: game(name) }).game.counters.map(({ name, drawn }) => [name, drawn]);
  assert.deepEqual(drawn("backgammon"), [["high", []], ["low", []]]);
  assert.deepEqual(drawn("entropy").at(-1), ["tile", ["red", "blue", "green", "yellow", "violet", "orange", "brown"]]);
  assert.ok(drawn("chess").every(([, drawn]) => drawn === undefined));
});

test("a rule sheet lists the pieces that there are", () => {
  for (const [name, has] of [["tak", "<li>21 White flats</li>"], ["shogi", "<li>9 Black pawns</li>"]]) {
    const { html } = one.ask("sheet", { game: game(name) });
    assert.ok(html.includes(has), `${name}: ${[...html.matchAll(/<li>[^<]*<.li>/g)].slice(0, 12).join(" ")}`);
    assert.ok(!html.includes("<li>0 "), name);
  }
});

test("it makes a learned player, hands it out, takes it back and plays by it", async () => {
  const told = [];
  const { player, train } = one.ask("train", { game: game("tic-tac-toe"), seed: 1, games: 400 }, (progress) => told.push(progress));
  const file = one.given.get(player.digest);
  assert.equal(train.curve.filter(({ best }) => best).length, one.given.size);
  assert.ok(told.length > 10 && told.every(({ player }) => !player || one.given.has(player.digest)));
  // Another engine knows nothing of it.
  const other = await engine(await compile());
  const asked = { game: game("tic-tac-toe"), line: { moves: ["a1", "a3", "b1", "b3"] }, agent: "mcts:60,value=player", seed: 1, players: [player.digest] };
  assert.throws(() => other.ask("agent", asked), /not here/);
  assert.deepEqual(other.hold(file).answer, player);
  assert.equal(other.ask("agent", asked).move, "c1");
  assert.match(other.hold(file.subarray(0, 1000)).error.message, /no player/);
  assert.match(other.hold(new Uint8Array(0)).error.message, /no player/);
});

test("it plays a game to its end and says what decided", () => {
  const line = { moves: ["b2", "a1", "c2", "b1", "a2"] };
  const start = one.ask("position", { game: game("tic-tac-toe"), line: { moves: [] } });
  assert.equal(start.legal.length, 9);
  const end = one.ask("position", { game: game("tic-tac-toe"), line });
  assert.deepEqual(end.ended.winners, [0]);
  assert.deepEqual(end.ended.cells.map((cell) => one.ask("load", { game: game("tic-tac-toe") }).game.board.cells[cell].name), ["a2", "b2", "c2"]);
  assert.equal(end.plies.length, 5);
});

test("it cuts a line where it is no longer legal", () => {
  const found = one.ask("position", { game: game("tic-tac-toe"), line: { moves: ["b2", "b2", "a1"] } });
  assert.deepEqual([found.cut.ply, found.cut.move, found.plies.length], [1, "b2", 1]);
});

test("random games are told of while they are played, and can be stopped", () => {
  let told = 0;
  const asked = { game: game("emulsion"), games: 100_000, seed: 1 };
  const found = one.ask("playouts", asked, (numbers) => {
    told += 1;
    return numbers.games < 500;
  });
  assert.ok(told > 1 && found.games >= 500 && found.games < 10_000, `${told} ${found.games}`);
  assert.equal(found.heat.length, 81);
});

test("what is wrong is said", () => {
  assert.match(JSON.parse(one.reply("no JSON")).error.message, /cannot be read/);
  const found = one.ask("load", { game: { text: "game \"x\" {" } });
  assert.equal(found.game, null);
  assert.ok(found.findings.length > 0);
});

test("a sheet that is nested as deep as can be leaves it alive", () => {
  for (const depth of [60, 10_000]) {
    const text = `game "x" {\n  players A, B\n  board square(${"(".repeat(depth)}3${")".repeat(depth)})\n}\n`;
    assert.ok(one.ask("load", { game: { text } }).findings.length > 0);
  }
  assert.equal(one.ask("about").protocol, 1);
});
