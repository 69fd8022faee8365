import { ExxitGame } from "./gameslib/src/games/exxit";
import { writeFileSync, readFileSync } from "fs";
function rng(seed: number) { let a = seed >>> 0; return () => { a = (a + 0x6D2B79F5) | 0; let t = Math.imul(a ^ (a >>> 15), 1 | a); t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t; return ((t ^ (t >>> 14)) >>> 0) / 4294967296; }; }
const name = (x: number) => x <= 26 ? String.fromCharCode(96 + x) : "a" + String.fromCharCode(96 + x - 26);
function cell(s: string, c: number) { const [q, r0] = s.split(",").map(Number); const r = r0 + 1; return name(c + q + r) + (c - r); }
function convert(m: string, c: number): string[] {
  if (m === "pass") return [m];
  if (m.includes("+")) return m.split(";").map(x => "+" + cell(x.slice(1), c));
  const f = m.match(/^(-?\d+,-?\d+)-(-?\d+,-?\d+)$/);
  return f ? [cell(f[1], c) + "-" + cell(f[2], c)] : [cell(m, c)];
}
function play(pick: (all: string[], i: number) => string | undefined, length: number, seed: number, cap: number) {
  const g = new ExxitGame(undefined, length === 39 ? [] : [length + "tiles"]);
  const c = Math.floor(length / 2) + 1;
  if (g.tiles !== length - 4) { console.log("tiles", g.tiles); }
  const moves: string[] = [], counts: (number|null)[] = [], seats: number[] = [];
  for (let i = 0; !g.gameover && i < cap; i++) {
    const all = [...new Set(g.moves())];
    const m = pick(all, i); if (m === undefined) break;
    const steps = m.split(";");
    for (let k = 0; k < steps.length; k++) {
      const head = steps.slice(0, k).join(";");
      const on = new Set(all.filter(x => k === 0 || (x + ";").startsWith(head + ";")).map(x => x.split(";").slice(0, k + 1).join(";")));
      counts.push(on.size); seats.push(g.currplayer);
    }
    moves.push(...convert(m, c));
    g.move(m, {trusted: true});
  }
  return { over: g.gameover, rec: { game: "exxit", options: length === 39 ? { pie: "off" } : { pie: "off", length }, moves, counts, seats, result: g.winner.length === 1 ? g.winner[0] : 0, seed, source: "AbstractPlay gameslib b8c3115" } };
}
const out: string[] = []; let plies = 0;
for (const l of readFileSync("./oracle/peers/exxit.jsonl", "utf8").trim().split("\n")) {
  const d = JSON.parse(l); if (d.capped) continue;
  const { over, rec } = play((all, i) => { if (all.length !== d.counts[i]) throw new Error("count"); return d.moves[i]; }, 39, d.seed, 1000);
  if (!over || rec.result !== d.winner[0]) throw new Error("end");
  plies += rec.moves.length; out.push(JSON.stringify(rec));
}
for (let seed = 1; out.length < 13; seed++) {
  const r = rng(seed);
  const { over, rec } = play(all => all[Math.floor(r() * all.length)], 39, seed, 500);
  if (over) { out.push(JSON.stringify(rec)); plies += rec.moves.length; }
}
writeFileSync("../records/exxit.jsonl", out.join("\n") + "\n");
console.log(out.length, plies);
for (const length of [19]) {
  const o: string[] = []; plies = 0;
  for (let seed = 1; o.length < 8; seed++) { const r = rng(seed); const { over, rec } = play(all => all[Math.floor(r() * all.length)], length, seed, 500); if (over) { o.push(JSON.stringify(rec)); plies += rec.moves.length; } }
  writeFileSync(`../records/exxit-${length}.jsonl`, o.join("\n") + "\n"); console.log(length, o.length, plies);
}
const perft = (g: ExxitGame, d: number): number => { if (d === 0) return 1; let n = 0; for (const m of new Set(g.moves())) { if (d === 1) { n++; continue; } const h = ExxitGame.clone(g); h.move(m, {trusted: true}); if (!h.gameover) n += perft(h, d - 1); } return n; };
console.log([1,2,3,4,5,6].map(d => perft(new ExxitGame(undefined, []), d)).join(" "));
