import { ChaseGame } from "./gameslib/src/games/chase";
import { writeFileSync, readFileSync } from "fs";
function cell(s: string) { const y = 9 - (s.charCodeAt(0) - 97) - 1, x = Number(s[1]) - 1; const q = (((x - (y + (y & 1)) / 2) % 9) + 9) % 9; return String.fromCharCode(97 + q) + (9 - y); }
// The first is below or left of the other; across the seam that is the one in the last column.
const order = (a: string, b: string) => a[1] !== b[1] ? a[1] < b[1] : a[0] + b[0] === "ia" || a[0] + b[0] !== "ai" && a[0] < b[0];
// The actions of a turn: dice that are raised, then the move. An exchange is written once, from the die that comes first.
function one(m: string): string[] {
  const out: string[] = [];
  const f = m.match(/^\{(\S+)\}(.*)$/);
  if (f) { out.push(...f[1].split(",").map(c => "+" + cell(c))); m = f[2]; }
  if (m.includes("=")) {
    const h = m.split(",").map(x => { const [c, n] = x.split("="); return [cell(c), n]; });
    if (!order(h[0][0], h[1][0])) h.reverse();
    out.push(`${h[0][0]}=${h[0][1]},${h[1][0]}`);
  } else { const g = m.match(/^([a-i]\d)[-x]([a-i]\d)([NESW]+)$/)!; out.push(cell(g[1]) + g[3]); }
  return out;
}
const out: string[] = []; let plies = 0, raised = 0;
for (const l of readFileSync("./oracle/peers/chase.jsonl", "utf8").trim().split("\n")) {
  const d = JSON.parse(l); const g = new ChaseGame();
  const moves: string[] = [], counts: number[] = [], seats: number[] = [];
  d.moves.forEach((m: string, i: number) => {
    const all = [...new Set(g.moves())];
    if (d.counts[i] !== null && all.length !== d.counts[i]) throw new Error("count");
    const seqs = all.map(one), steps = one(m);
    steps.forEach((s, k) => {
      counts.push(new Set(seqs.filter(x => steps.slice(0, k).every((y, j) => x[j] === y)).map(x => x[k])).size);
      moves.push(s); seats.push(g.currplayer);
    });
    raised += steps.length - 1;
    g.move(m, { partial: false });
  });
  if (!g.gameover || g.winner[0] !== d.winner[0]) throw new Error("end");
  out.push(JSON.stringify({ game: "chase", options: {}, moves, counts, seats, result: g.winner[0], seed: d.seed, source: "AbstractPlay gameslib b8c3115" }));
  plies += moves.length;
}
writeFileSync("../records/chase.jsonl", out.join("\n") + "\n");
console.log(out.length, plies, raised, [...new Set(new ChaseGame().moves())].length);
const start = new ChaseGame(), firsts = new Map<string, string>();
for (const m of start.moves()) firsts.set(one(m).join(" "), m);
let second = 0;
for (const m of firsts.values()) { const g = new ChaseGame(); g.move(m); second += new Set(g.moves().map(x => one(x).join(" "))).size; }
console.log("perft", firsts.size, second);
