import { GessGame } from "./gameslib/src/games/gess";
import { writeFileSync } from "fs";
function rng(seed: number) { let a = seed >>> 0; return () => { a = (a + 0x6D2B79F5) | 0; let t = Math.imul(a ^ (a >>> 15), 1 | a); t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t; return ((t ^ (t >>> 14)) >>> 0) / 4294967296; }; }
const out: string[] = []; let plies = 0, suicides = 0;
for (let seed = 1; out.length < 12; seed++) {
  const r = rng(seed);
  let g = new GessGame();
  const moves: string[] = [], counts: number[] = [], seats: number[] = [];
  while (!g.gameover && moves.length < 200) {
    const all = [...new Set(g.moves())];
    const state = g.serialize();
    let m = "", h = g;
    // A capture with a chance of 0.3, else uniform; but a move that leaves the mover without a ring is taken only once in 1500 times that it comes up.
    while (true) {
      const caps = all.filter(x => x.includes("x"));
      const pool = caps.length && r() < 0.3 ? caps : all;
      m = pool[Math.floor(r() * pool.length)];
      h = new GessGame(state); h.move(m, { trusted: true });
      if (!(h.gameover && h.winner[0] !== g.currplayer) || r() < 1 / 1500) break;
    }
    moves.push(m.replace("x", "-")); counts.push(all.length); seats.push(g.currplayer);
    if (h.gameover && h.winner[0] !== g.currplayer) suicides++;
    g = h;
  }
  if (!g.gameover) continue;
  out.push(JSON.stringify({ game: "gess", options: {}, moves, counts, seats, result: g.winner[0], seed, source: "AbstractPlay gameslib b8c3115" }));
  plies += moves.length;
}
writeFileSync("../records/gess.jsonl", out.join("\n") + "\n");
const g = new GessGame(); let n = 0, n1 = 0; const st = g.serialize();
for (const m of new Set(g.moves())) { n1++; const h = new GessGame(st); h.move(m, { trusted: true }); if (!h.gameover) n += new Set(h.moves()).size; }
console.log(out.length, plies, suicides, n1, n);
