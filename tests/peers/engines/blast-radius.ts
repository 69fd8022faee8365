import { BlastRadiusGame } from "./gameslib/src/games/blastradius";
import { writeFileSync, readFileSync } from "fs";
function rng(seed: number) { let a = seed >>> 0; return () => { a = (a + 0x6D2B79F5) | 0; let t = Math.imul(a ^ (a >>> 15), 1 | a); t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t; return ((t ^ (t >>> 14)) >>> 0) / 4294967296; }; }
const cell = (s: string, side: number) => { const row = s.charCodeAt(0) - 96, place = Number(s.slice(1)); return String.fromCharCode(97 + place - 1 + Math.max(0, side - row)) + row; };
function play(pick: (all: string[], i: number) => string, seed: number, side: number) {
  const g = new BlastRadiusGame(undefined, side === 6 ? [] : ["board-" + side]);
  const moves: string[] = [], counts: number[] = [], seats: number[] = [];
  for (let i = 0; !g.gameover; i++) {
    const all = [...new Set(g.moves())]; const m = pick(all, i);
    moves.push(cell(m, side)); counts.push(all.length); seats.push(g.currplayer);
    g.move(m, { trusted: true });
  }
  return { game: "blast-radius", options: side === 6 ? { pie: "off" } : { pie: "off", size: side }, moves, counts, seats, result: g.winner[0], seed, source: "AbstractPlay gameslib b8c3115" };
}
for (const side of [6, 5]) {
  const out: string[] = []; let plies = 0;
  if (side === 6) for (const l of readFileSync("./oracle/peers/blastradius.jsonl", "utf8").trim().split("\n")) {
    const d = JSON.parse(l); const x = play((all, i) => { if (all.length !== d.counts[i]) throw new Error("count"); return d.moves[i]; }, d.seed, 6);
    if (x.result !== d.winner[0] || x.moves.length !== d.moves.length) throw new Error("end");
    out.push(JSON.stringify(x)); plies += x.moves.length;
  }
  for (let seed = 1; out.length < (side === 6 ? 12 : 5); seed++) { const r = rng(seed); const x = play(all => all[Math.floor(r() * all.length)], seed, side); out.push(JSON.stringify(x)); plies += x.moves.length; }
  writeFileSync(`../records/blast-radius${side === 6 ? "" : "-" + side}.jsonl`, out.join("\n") + "\n");
  console.log(side, out.length, plies);
}
