import { TraxGame } from "./gameslib/src/games/trax";
import { writeFileSync, readFileSync } from "fs";
function rng(seed: number) { let a = seed >>> 0; return () => { a = (a + 0x6D2B79F5) | 0; let t = Math.imul(a ^ (a >>> 15), 1 | a); t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t; return ((t ^ (t >>> 14)) >>> 0) / 4294967296; }; }
const SIZE = 8, C = SIZE + 1;
function cell(g: TraxGame, m: string) {
  const [x, y] = g.stack.length === 1 ? [0, 0] : g.algebraic2absCoords(m.slice(0, -1));
  return String.fromCharCode(96 + C + x) + (C - y) + m.slice(-1);
}
function play(pick: (all: string[], i: number, g: TraxGame) => string, seed: number, variants = ["size-8"]) {
  const g = new TraxGame(undefined, variants);
  const moves: string[] = [], counts: number[] = [], seats: number[] = [];
  for (let i = 0; !g.gameover; i++) {
    const all = [...new Set(g.moves())];
    const m = pick(all, i, g);
    moves.push(cell(g, m)); counts.push(all.length); seats.push(g.currplayer);
    g.move(m, { trusted: true });
  }
  return { line: g.connPaths.some(p => p[0] !== p[p.length - 1]), both: g.connPaths.length, g, stale: g.results.some((r: any) => r.reason === "stalemate"), rec: { game: "trax", options: variants.includes("loop") ? { lines: "ignored" } : {}, moves, counts, seats, result: g.winner[0], seed, source: "AbstractPlay gameslib b8c3115" } };
}
const out: string[] = []; let plies = 0, stale = 0;
const add = (x: any) => { out.push(JSON.stringify(x.rec)); plies += x.rec.moves.length; if (x.stale) stale++; };
for (const l of readFileSync("./oracle/luck-and-links/trax__size-8.jsonl", "utf8").trim().split("\n")) {
  const d = JSON.parse(l);
  const x = play((all, i) => { if (all.length !== d.counts[i]) throw new Error("count"); return d.moves[i]; }, d.seed);
  if (x.rec.result !== d.winner[0]) throw new Error("end");
  add(x);
}
const n = out.length;
// More by seeds: the longest games, and those that end without loop or line.
const more: any[] = [];
for (let seed = 1; seed <= 60; seed++) { const r = rng(seed); more.push(play(all => all[Math.floor(r() * all.length)], seed)); }
more.sort((a, b) => Number(b.stale) - Number(a.stale) || b.rec.moves.length - a.rec.moves.length);
for (const x of more.slice(0, Math.max(0, 20 - n))) add(x);
writeFileSync("../records/trax.jsonl", out.join("\n") + "\n");
console.log(n, out.length, plies, stale, Math.max(...more.map(x => x.rec.moves.length)));

const loops: any[] = [];
for (let seed = 1; seed <= 150; seed++) { const r = rng(seed); loops.push(play(all => all[Math.floor(r() * all.length)], seed, ["size-8", "loop"])); }
loops.sort((a, b) => Number(b.stale) - Number(a.stale) || b.rec.moves.length - a.rec.moves.length);
writeFileSync("../records/trax-loops.jsonl", loops.slice(0, 8).map(x => JSON.stringify(x.rec)).join("\n") + "\n");
console.log("loops", loops.slice(0, 8).map(x => x.rec.moves.length), loops.filter(x => x.stale).length);
// For tests: short games won by a line.
if (process.argv[2]) {
  for (const x of more.filter(x => x.line).sort((a, b) => a.rec.moves.length - b.rec.moves.length).slice(0, 3)) console.log("line", x.rec.moves.join(" "), x.rec.result);
  let found = 0;
  for (let seed = 1; seed <= 600 && found < 3; seed++) {
    const r = rng(seed);
    const done: string[] = [];
    play((all, i, g) => {
      if (i > 0 && i < 30 && found < 3) for (const c of (g as any).getPlaceableCells()) for (const p of (g as any).getPlaceablePieces(...g.algebraic2absCoords(c))) if (!all.includes(c + p)) { found++; console.log("bad", done.join(" "), cell(g, c + p)); }
      const m = all[Math.floor(r() * all.length)]; done.push(cell(g, m)); return m;
    }, seed);
  }
}
const perft = (ms: string[], d: number): number => { let n = 0; const g = new TraxGame(undefined, ["size-8"]); for (const m of ms) g.move(m, {trusted: true}); if (g.gameover) return 0; const all = new Set(g.moves()); if (d === 1) return all.size; for (const m of all) n += perft([...ms, m], d - 1); return n; };
console.log([1, 2, 3, 4].map(d => perft([], d)).join(" "));
