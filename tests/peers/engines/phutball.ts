import { PhutballGame } from "./gameslib/src/games/phutball";
import { writeFileSync } from "fs";
function rng(seed: number) { let a = seed >>> 0; return () => { a = (a + 0x6D2B79F5) | 0; let t = Math.imul(a ^ (a >>> 15), 1 | a); t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t; return ((t ^ (t >>> 14)) >>> 0) / 4294967296; }; }
const shift = (s: string) => s[0] === "0" ? "a" + (Number(s.slice(1)) + 1) : String.fromCharCode(s.charCodeAt(0) + 1) + (Number(s.slice(1)) + 1);
const lines: string[] = [];
let plies = 0, jumps = 0, off = 0;
for (let seed = 1; lines.length < 15 && seed < 60; seed++) {
  const r = rng(seed);
  const g = new PhutballGame();
  const moves: string[] = [], counts: number[] = [], seats: number[] = [];
  while (!g.gameover && moves.length < 160) {
    const all = [...new Set(g.moves())];
    const js = all.filter(m => m.includes("-"));
    let m: string;
    if (js.length && r() < 0.35) m = js[Math.floor(r() * js.length)];
    else {
      const near = all.filter(x => !x.includes("-")).filter(x => { const c = PhutballGame.algebraic2coords(x); return Math.max(Math.abs(c[0] - g.ball[0]), Math.abs(c[1] - g.ball[1])) <= 3; });
      const pool = r() < 0.8 && near.length ? near : all.filter(x => !x.includes("-"));
      m = pool[Math.floor(r() * pool.length)];
    }
    const seat = g.currplayer;
    if (!m.includes("-")) {
      moves.push(shift(m)); seats.push(seat);
      counts.push(new Set(all.map(x => x.split("-").slice(0, 2).join("-"))).size);
    } else {
      // A turn of jumps is an action for each, and a stop where one could go on.
      const steps = m.split("-");
      for (let i = 1; i <= steps.length; i++) {
        const head = steps.slice(0, i).join("-");
        const on = new Set(all.filter(x => (x + "-").startsWith(head + "-")).map(x => x.split("-")[i]).filter(x => x !== undefined));
        const n = i === 1 ? on.size + all.filter(x => !x.includes("-")).length : on.size + 1;
        if (i === steps.length) { if (on.size) { moves.push("stop"); counts.push(n); seats.push(seat); } }
        else { moves.push(shift(steps[i - 1]) + "-" + shift(steps[i])); counts.push(n); seats.push(seat); }
      }
    }
    if (m.includes("-")) jumps++;
    g.move(m);
  }
  if (!g.gameover) continue;
  if (g.ball[1] === 0 || g.ball[1] === 20) off++;
  plies += moves.length;
  lines.push(JSON.stringify({ game: "phutball", options: { pie: "off" }, moves, counts, seats, result: g.winner[0], seed, source: "AbstractPlay gameslib b8c3115" }));
}
writeFileSync("../records/phutball.jsonl", lines.join("\n") + "\n");
console.log(lines.length, plies, jumps, off);
const g = new PhutballGame(); let n = 0; for (const m of g.moves()) { const h = new PhutballGame(); h.move(m, {trusted: true}); n += new Set(h.moves()).size; } console.log(284, n);
