// Random games of Dameo by AbstractPlay's gameslib (revision b8c3115), played by that library's own code.
//   npx tsx dameo.ts > records/dameo.jsonl      npx tsx dameo.ts perft DEPTH [size-10]
// A capture is written `a1xa3xc3` where the library has `a1-a3-c3`; nothing else is changed. Seat 1 is its player 1. `counts` are its distinct moves.
// Of 438 such games two differ from the rules: there a king that captures cannot pass the square on which it began, though that is empty.
// These are left out, and games that are drawn have been sought.
import { DameoGame } from "./gameslib/src/games/dameo";

const random = (seed: number) => () => {
    // mulberry32
    seed = (seed + 0x6d2b79f5) | 0;
    let t = Math.imul(seed ^ (seed >>> 15), 1 | seed);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
};

const written = (game: DameoGame, move: string): string => {
    const [a, b] = move.split("-").map(cell => game.algebraic2coords(cell));
    const [dx, dy] = [Math.sign(b[0] - a[0]), Math.sign(b[1] - a[1])];
    for (let [x, y] = [a[0] + dx, a[1] + dy]; x !== b[0] || y !== b[1]; x += dx, y += dy) {
        const found = game.board.get(game.coords2algebraic(x, y));
        if (found !== undefined && found[0] !== game.currplayer) { return move.replaceAll("-", "x"); }
    }
    return move;
};

const play = (seed: number, variant?: string) => {
    const next = random(seed);
    const game = new DameoGame(undefined, variant === undefined ? [] : [variant]);
    const moves: string[] = [], counts: number[] = [], seats: number[] = [];
    while (!game.gameover && moves.length < 1000) {
        const found = [...new Set(game.moves())].sort();
        const move = found[Math.floor(next() * found.length)];
        moves.push(written(game, move));
        counts.push(found.length);
        seats.push(game.currplayer);
        game.move(move);
    }
    const result = game.gameover ? (game.winner.length === 1 ? game.winner[0] : 0) : null;
    return { game: "dameo", options: variant === "size-10" ? { size: 10 } : {}, moves, counts, seats, result, seed, source: "AbstractPlay gameslib b8c3115, dameo" };
};

const perft = (game: DameoGame, depth: number): number => {
    const found = [...new Set(game.moves())];
    if (depth === 1) { return found.length; }
    return found.reduce((sum, move) => {
        const after = new DameoGame(game.serialize());
        after.move(move, { trusted: true });
        return sum + perft(after, depth - 1);
    }, 0);
};

if (process.argv[2] === "perft") {
    const variant = process.argv[4];
    for (let depth = 1; depth <= Number(process.argv[3]); depth++) {
        console.log(depth, perft(new DameoGame(undefined, variant === undefined ? [] : [variant]), depth));
    }
} else {
    for (const seed of [0, 1, 2, 3, 4, 5, 6, 7, 14, 17, 194, 203]) { console.log(JSON.stringify(play(seed))); }
    for (let seed = 12; seed < 16; seed++) { console.log(JSON.stringify(play(seed, "size-10"))); }
}
