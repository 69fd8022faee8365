// From clicks to actions. A selection narrows the legal actions pick by pick; nothing that is not legal can come out of it, and all
// that is legal can. No DOM here: `web/tests/select.test.mjs` holds both over the shipped games.
import type { ActionView, GameView, Pick as Picked } from "../protocol";
import { directionName } from "./speech";
import { t } from "./words";

/** The parts of a game that a selection reads. */
export type Setting = { board: GameView["board"]; players: GameView["players"] };

/** One way to go on: a pick and the actions that begin with it. */
export interface Branch {
  key: string;
  pick: Picked;
  label: string;
  /** Cells on which a click means this pick. */
  cells: number[];
  rest: Candidate[];
}

/** What is asked where a click leaves several ways open. */
export type Choice = { label: string } & ({ branch: Branch; /** A cell that was clicked ahead of it. */ then?: number } | { action: ActionView });

/** What a click, a button or a choice leads to. */
export type Outcome =
  | { type: "play"; action: ActionView }
  | { type: "narrow"; selection: Selection }
  | { type: "choose"; choices: Choice[]; selection: Selection }
  | { type: "illegal"; cells: number[] };

interface Candidate { action: ActionView; picks: Picked[]; words: number[] }

const keyOf = (pick: Picked): string => {
  switch (pick.type) {
    case "cell": return `c${pick.cell}`;
    case "direction": return `d${pick.direction}`;
    case "number": return `n${pick.value}`;
    case "player": return `p${pick.player}`;
    case "kind": return `k${pick.kind}`;
    case "group":
    case "cells": return `g${pick.cells.join()}`;
    case "piece": return `s${pick.piece ?? ""}`;
  }
};

/** Whether a pick stands for several cells at once: a group, or a set. */
export const hasCells = (pick: Picked): pick is Extract<Picked, { cells: number[] }> => pick.type === "group" || pick.type === "cells";

/** A cell that repeats the one before is not clicked twice: links of chains begin where the last one ended. */
const withoutRepeats = (picks: Picked[]): Picked[] =>
  picks.filter((pick, i) => !(i > 0 && pick.type === "cell" && keyOf(pick) === keyOf(picks[i - 1]!)));

export class Selection {
  /** Actions that are finished here; there is a choice of going on where there are branches as well. */
  readonly complete: ActionView[];
  readonly branches: Branch[];
  private readonly byCell = new Map<number, Branch[]>();

  private constructor(
    private readonly setting: Setting,
    /** What was picked so far, and the actions that begin so. */
    readonly path: Picked[],
    readonly candidates: Candidate[],
    /** The cell picked or clicked last: arrows and buttons stand around it. */
    readonly anchor: number | null,
    /** The selection before the last click. */
    private readonly before: Selection | null,
  ) {
    const depth = path.length;
    this.complete = candidates.filter(({ picks }) => picks.length === depth).map(({ action }) => action);
    const branches = new Map<string, Branch>();
    for (const candidate of candidates) {
      const pick = candidate.picks[depth];
      if (!pick) continue;
      const key = keyOf(pick);
      const branch = branches.get(key);
      if (branch) branch.rest.push(candidate);
      else branches.set(key, { key, pick, label: this.labelOf(pick), cells: [], rest: [candidate] });
    }
    this.branches = [...branches.values()];
    for (const branch of this.branches) {
      branch.cells = this.cellsOf(branch);
      for (const cell of branch.cells) {
        const here = this.byCell.get(cell);
        if (here) here.push(branch);
        else this.byCell.set(cell, [branch]);
      }
    }
  }

  /** The selection before the first click. What leaves no choice is picked already, but never a whole action. */
  static begin(setting: Setting, legal: ActionView[]): Selection {
    const names = new Map(setting.board.cells.map((cell, index) => [cell.name, index]));
    const candidates = legal.filter(({ type, picks }) => type === "move" && picks.length > 0).map((action) => ({
      action,
      picks: withoutRepeats(action.picks),
      words: action.text.split(/[^\p{L}\p{N}_]+/u).flatMap((word) => names.get(word) ?? []),
    }));
    return new Selection(setting, [], candidates, null, null).forced();
  }

  /** Actions without picks, which are buttons: pass, swap, stop, and moves that are complete as they are. */
  static buttons(legal: ActionView[]): ActionView[] {
    return legal.filter(({ type, picks }) => type !== "move" || picks.length === 0);
  }

  /** Whether anything is picked by hand. */
  get begun(): boolean {
    return this.before !== null;
  }

  /** The cells picked so far, groups with all of theirs. */
  get picked(): number[] {
    return this.path.flatMap((pick) => (pick.type === "cell" ? [pick.cell] : hasCells(pick) ? pick.cells : []));
  }

  /** The selection before the last click; the same one at the beginning. */
  back(): Selection {
    return this.before ?? this;
  }

  /** The selection before the first click. */
  first(): Selection {
    return this.before?.first() ?? this;
  }

  /** What a click on a cell may mean: a cell or a group before a direction, whose arrow is there besides. */
  at(cell: number): Branch[] {
    const here = this.byCell.get(cell) ?? [];
    const exact = here.filter(({ pick }) => pick.type !== "direction");
    return exact.length > 0 ? exact : here;
  }

  /** Whether a click on a cell leads anywhere. */
  allows(cell: number): boolean {
    return this.at(cell).length > 0 || (cell === this.anchor && this.complete.length > 0) || this.ahead(cell).length > 0;
  }

  /** Ways to go on that no cell stands for without doubt: they need an arrow or a button. */
  offered(): Branch[] {
    return this.branches.filter((branch) => !branch.cells.some((cell) => this.at(cell).includes(branch)));
  }

  /** A click on a cell. */
  click(cell: number): Outcome {
    const ways = this.at(cell);
    if (ways.length === 1) return this.take({ branch: ways[0]! }, cell);
    if (ways.length > 1) return { type: "choose", choices: ways.map((branch) => ({ label: branch.label, branch })), selection: this };
    if (cell === this.anchor && this.complete.length > 0) return this.finish();
    const ahead = this.ahead(cell);
    if (ahead.length === 1) return this.take({ branch: ahead[0]!, then: cell });
    if (ahead.length > 1) return { type: "choose", choices: ahead.map((branch) => ({ label: branch.label, branch, then: cell })), selection: this };
    if (cell === this.anchor) return { type: "narrow", selection: this.back() };
    if (this.picked.includes(cell)) return { type: "narrow", selection: this };
    const first = this.first();
    if (first !== this && first.at(cell).length > 0) return first.click(cell);
    return { type: "illegal", cells: [...this.picked, cell] };
  }

  /** Kinds, numbers and players that are picked before this cell: whoever clicks it first means one of them. */
  private ahead(cell: number): Branch[] {
    const next = this.path.length + 1;
    const then = ({ picks }: Candidate) => picks[next]?.type === "cell" && picks[next].cell === cell;
    return this.branches.filter(({ pick, rest }) => (pick.type === "kind" || pick.type === "number" || pick.type === "player") && rest.some(then));
  }

  /** Takes an arrow, a button or an answer to what was asked. */
  take(choice: { branch: Branch; then?: number } | { action: ActionView }, clicked?: number): Outcome {
    if ("action" in choice) return { type: "play", action: choice.action };
    if (choice.then !== undefined) {
      const taken = this.take({ branch: choice.branch });
      return taken.type === "narrow" && taken.selection.at(choice.then).length > 0 ? taken.selection.click(choice.then) : taken;
    }
    const { pick, rest } = choice.branch;
    const anchor = pick.type === "cell" ? pick.cell : hasCells(pick) ? (clicked ?? pick.cells[0] ?? null) : this.anchor;
    const next = new Selection(this.setting, [...this.path, pick], rest, anchor, this).forced();
    return next.branches.length === 0 ? next.finish() : { type: "narrow", selection: next };
  }

  /** Plays what is complete, or asks which. */
  finish(): Outcome {
    const [only, ...others] = this.complete;
    if (!only) return { type: "narrow", selection: this };
    if (others.length === 0) return { type: "play", action: only };
    const alike = new Set(this.complete.map(({ text }) => text)).size < this.complete.length;
    return { type: "choose", choices: this.complete.map((action) => ({ label: alike ? `${action.move} ${action.text}` : action.text, action })), selection: this };
  }

  /** Goes on while there is one way to do so, and that is not the last pick. */
  private forced(): Selection {
    const [only, ...others] = this.branches;
    if (!only || others.length > 0 || this.complete.length > 0 || hasCells(only.pick)) return this;
    if (only.rest.some(({ picks }) => picks.length <= this.path.length + 1)) return this;
    const anchor = only.pick.type === "cell" ? only.pick.cell : this.anchor;
    return new Selection(this.setting, [...this.path, only.pick], only.rest, anchor, this.before).forced();
  }

  private labelOf(pick: Picked): string {
    const { board, players } = this.setting;
    const name = (cell: number | undefined) => (cell === undefined ? "" : (board.cells[cell]?.name ?? ""));
    switch (pick.type) {
      case "cell": return name(pick.cell);
      case "direction": return directionName(pick.direction);
      case "number": return String(pick.value);
      case "player": return players[pick.player] ?? "";
      case "kind": return pick.kind;
      case "group": return t("group of {n} at {cell}", { n: pick.cells.length, cell: name(pick.cells[0]) });
      case "cells": return pick.cells.map(name).join(", ");
      case "piece": return pick.piece ?? t("nothing");
    }
  }

  /** A direction stands for the cells that its actions name on the way there, or for the next one. */
  private cellsOf({ pick, rest }: Branch): number[] {
    if (pick.type === "cell") return [pick.cell];
    if (hasCells(pick)) return pick.cells;
    if (pick.type !== "direction" || this.anchor === null) return [];
    const { cells, directions } = this.setting.board;
    const step = directions.find(({ name }) => name === pick.direction);
    const from = cells[this.anchor];
    if (!step || !from || Math.hypot(step.dx, step.dy) === 0) return [];
    const steps = (cell: number) => {
      const [dx, dy] = [cells[cell]!.x - from.x, cells[cell]!.y - from.y];
      const aside = Math.abs(dx * step.dy - dy * step.dx);
      return aside < 0.01 ? (dx * step.dx + dy * step.dy) / (step.dx ** 2 + step.dy ** 2) : 0;
    };
    const named = new Set(rest.flatMap(({ words }) => words.filter((cell) => steps(cell) > 0.5)));
    if (named.size > 0) return [...named];
    const next = cells.findIndex((_, cell) => Math.abs(steps(cell) - 1) < 0.01);
    return next < 0 ? [] : [next];
  }
}
