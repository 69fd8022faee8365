import { WitchGame } from "./gameslib/src/games/witch";
import { writeFileSync, readFileSync } from "fs";
const cells: string[] = [];
for (let y = 1; y <= 9; y++) for (const x of "abcdefghi") cells.push(x + y);
const one = (m: string) => {
  if (m.startsWith("(")) return m[1] + ":" + m.slice(3);
  if (!m.includes("-")) return m;
  const [a, b] = m.split("-");
  return a[0] < b[0] || a[0] === b[0] && a[1] < b[1] ? m : b + "-" + a;
};
const out: string[] = []; let plies = 0;
for (const l of readFileSync("./oracle/peers/witch.jsonl", "utf8").trim().split("\n")) {
  const d = JSON.parse(l);
  const g = new WitchGame();
  g.board = new Map(Object.entries(d.start)) as any;
  (g.stack[0] as any).board = new Map(g.board);
  const moves: string[] = [], counts: number[] = [], seats: number[] = [];
  // What lots laid: crowns, suns, moons, of each sort row by row.
  const corners = ["a1", "a9", "i1", "i9"], lay = (sort: string, n: number) => {
    for (const c of cells.filter(c => !corners.includes(c) && d.start[c] === sort)) { moves.push(c); counts.push(n--); seats.push(0); }
  };
  lay("C", 49); lay("S", 68); lay("M", 58);
  d.moves.forEach((m: string, i: number) => {
    const all = [...new Set(g.moves())];
    if (all.length !== d.counts[i]) throw new Error("count");
    moves.push(one(m)); counts.push(new Set(all.map(one)).size); seats.push(g.currplayer);
    g.move(m, { trusted: true });
  });
  if (!g.gameover || g.winner[0] !== d.winner[0]) throw new Error("end");
  out.push(JSON.stringify({ game: "witch-stones", options: {}, moves, counts, seats, result: g.winner.length === 1 ? g.winner[0] : 0, seed: d.seed, source: "AbstractPlay gameslib b8c3115" }));
  plies += d.moves.length;
}
writeFileSync("../records/witch-stones.jsonl", out.join("\n") + "\n");
console.log(out.length, plies);
