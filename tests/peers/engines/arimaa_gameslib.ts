// Plays the recorded games of Arimaa with AbstractPlay's gameslib (revision b8c3115): is every turn valid there, and the result the same?
//   npx tsx arimaa_cross.ts < records/arimaa.jsonl
import { readFileSync } from "fs";
import { ArimaaGame } from "./gameslib/src/games/arimaa";

let turns = 0;
for (const line of readFileSync(0, "utf8").trim().split("\n")) {
    const record = JSON.parse(line);
    if (record.options.start !== undefined) { continue; }
    const game = new ArimaaGame();
    for (let at = 0; at < record.moves.length;) {
        const seat = record.seats[at];
        const steps: string[] = [];
        const board = new Map(game.board);
        for (; at < record.moves.length && record.seats[at] === seat; at++) {
            const action: string = record.moves[at];
            if (action === "stop") { continue; }
            if (!action.includes("-")) {
                steps.push(seat === 1 ? action : action[0].toLowerCase() + action.slice(1));
                continue;
            }
            const [from, to] = action.split("-");
            const piece = board.get(from)!;
            steps.push((piece[1] === 1 ? piece[0] : piece[0].toLowerCase()) + from + to);
            board.delete(from);
            board.set(to, piece);
            for (const trap of ["c3", "f3", "c6", "f6"]) {
                const here = board.get(trap);
                const [x, y] = [trap.charCodeAt(0), Number(trap[1])];
                const near = [[x - 1, y], [x + 1, y], [x, y - 1], [x, y + 1]].map(([a, b]) => board.get(String.fromCharCode(a) + String(b)));
                if (here !== undefined && !near.some(n => n !== undefined && n[1] === here[1])) { board.delete(trap); }
            }
        }
        const found = game.validateMove(steps.join(","));
        if (!found.valid || found.complete === -1) { console.log(record.seed, at, steps, found.message); break; }
        game.move(steps.join(","));
        turns++;
    }
    if (game.gameover !== true || game.winner[0] !== record.result) { console.log(record.seed, "result", game.gameover, game.winner, record.result); }
}
console.log(turns, "turns");
