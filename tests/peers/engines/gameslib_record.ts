// Records seeded random games of gameslib, checked out in gameslib/ beside it and bundled by esbuild:
// node gameslib_record.js UID GAMES DEPTH [VARIANT...] > NAME.raw.jsonl
import { SlimetrailGame } from "./gameslib/src/games/slimetrail";
import { CrosswayGame } from "./gameslib/src/games/crossway";
import { UnlurGame } from "./gameslib/src/games/unlur";
import { AtariGoGame } from "./gameslib/src/games/atarigo";
import { SusanGame } from "./gameslib/src/games/susan";
const games: any = { slimetrail: SlimetrailGame, crossway: CrosswayGame, unlur: UnlurGame, atarigo: AtariGoGame, susan: SusanGame };
const [uid, seeds, depth, ...variants] = process.argv.slice(2);
function rng(seed: number) {
    return () => { seed = (seed + 0x6d2b79f5) | 0; let t = Math.imul(seed ^ (seed >>> 15), 1 | seed);
        t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t; return ((t ^ (t >>> 14)) >>> 0) / 4294967296; };
}
const make = () => new games[uid](undefined, [...variants]);
for (let seed = 0; seed < Number(seeds); seed++) {
    const random = rng(seed * 7919 + 1);
    const g = make();
    const moves: string[] = [], counts: number[] = [], seats: number[] = [];
    while (!g.gameover) {
        const all = [...new Set(g.moves() as string[])];
        const m = all[Math.floor(random() * all.length)];
        moves.push(m); counts.push(all.length); seats.push(g.currplayer);
        g.move(m, { trusted: true });
    }
    console.log(JSON.stringify({ uid, variants, seed, moves, counts, seats, winner: g.winner }));
}
function perft(g: any, d: number): number {
    if (g.gameover) return 0;
    const all = [...new Set(g.moves() as string[])];
    if (d === 1) return all.length;
    let n = 0;
    for (const m of all) { const c = make(); c.stack = [...g.stack]; c.load(); c.gameover = false; c.move(m, { trusted: true }); n += perft(c, d - 1); }
    return n;
}
const p: number[] = [];
for (let d = 1; d <= Number(depth); d++) p.push(perft(make(), d));
console.error("perft", uid, ...variants, p.join(" "));
