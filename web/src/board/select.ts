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

/** Whether a pick is said rather than pointed at. */
const isWord = (type: Picked["type"]): boolean => type === "kind" || type === "number" || type === "player";

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
  private aheads: Map<number, Set<Branch>> | null = null;

  private constructor(
    private readonly setting: Setting,
    /** What was picked so far, and the actions that begin so. */
    readonly path: Picked[],
    readonly candidates: Candidate[],
    /** The cell picked or clicked last: arrows and buttons stand around it. */
    readonly anchor: number | null,
    /** The selection before the last click. */
    private readonly before: Selection | null,
    /** The cell that was clicked last, if the last choice was a click on one. */
    private readonly clicked: number | null = null,
    /** A cell that was clicked ahead of what is picked before it: all actions lead there. */
    readonly toward: number | null = null,
    /** Cells of a set that is picked cell by cell. */
    private readonly gathered: number[] = [],
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
      branch.cells = this.cellsOf(branch).filter((cell) => !gathered.includes(cell));
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
    return this.toward === null ? this.taken : [...this.taken, this.toward];
  }

  private get taken(): number[] {
    return [...this.path.flatMap((pick) => (pick.type === "cell" ? [pick.cell] : hasCells(pick) ? pick.cells : [])), ...this.gathered];
  }

  /** The selection before the last click; the same one at the beginning. */
  back(): Selection {
    return this.before ?? this;
  }

  /** The selection before a cell was clicked; null if it was not. */
  private since(cell: number): Selection | null {
    return this.before && (this.clicked === cell ? this.before : this.before.since(cell));
  }

  /** How often something was picked by hand. */
  private get choices(): number {
    return this.before ? this.before.choices + 1 : 0;
  }

  /** The selection before the first click. */
  first(): Selection {
    return this.before?.first() ?? this;
  }

  /** What a click on a cell may mean: a cell or a group before a direction or a number, which have an arrow or a button besides. */
  at(cell: number): Branch[] {
    const here = this.byCell.get(cell) ?? [];
    const exact = here.filter(({ pick }) => pick.type === "cell" || hasCells(pick));
    return exact.length > 0 ? exact : here;
  }

  /** Whether a click on a cell leads on. */
  allows(cell: number): boolean {
    return this.at(cell).length > 0 || (cell === this.anchor && this.complete.length > 0) || (this.since(cell) === null && this.ahead(cell).length > 0);
  }

  /** Ways to go on that no cell stands for without doubt: they need an arrow or a button. */
  offered(): Branch[] {
    return this.branches.filter((branch) => !branch.cells.some((cell) => this.at(cell).includes(branch)));
  }

  /** A click on a cell. */
  click(cell: number): Outcome {
    const ways = this.at(cell);
    if (ways.length === 1) return this.take({ branch: ways[0]! }, cell);
    // Of sets that share the cell, further cells say which: a list of all of them would be longer than the board.
    if (ways.length > 1 && ways.every(({ pick }) => pick.type === "cells")) return { type: "narrow", selection: this.gather(cell, ways) };
    if (ways.length > 1) return { type: "choose", choices: ways.map((branch) => ({ label: branch.label, branch })), selection: this };
    if (cell === this.anchor && this.complete.length > 0) return this.finish();
    const undone = this.since(cell);
    if (undone) return { type: "narrow", selection: undone };
    const first = this.first();
    const aimed = this === first || this.toward !== null ? first.aimed(cell) : null;
    const asking = aimed ?? this;
    const ahead = asking.ahead(cell);
    // It may be that something else leads here, too.
    if (ahead.length === 1 && (aimed === null || aimed.branches.length === 1)) return (aimed ? first : this).take({ branch: ahead[0]!, then: cell });
    if (ahead.length > 0) return { type: "choose", choices: ahead.map((branch) => ({ label: branch.label, branch, then: cell })), selection: asking };
    if (cell === this.anchor && this.clicked === null) return { type: "narrow", selection: this.back() };
    if (this.picked.includes(cell)) return { type: "narrow", selection: this };
    if (first !== this && first.at(cell).length > 0) return first.click(cell);
    return aimed ? { type: "narrow", selection: aimed } : { type: "illegal", cells: [...this.taken, cell] };
  }

  /** One more cell of a set. */
  private gather(cell: number, ways: Branch[]): Selection {
    return new Selection(this.setting, this.path, ways.flatMap(({ rest }) => rest), cell, this, cell, null, [...this.gathered, cell]);
  }

  /** What leads to a cell that is clicked ahead of the rest; null where nothing does. */
  private aimed(cell: number): Selection | null {
    const depth = this.path.length;
    const rest = this.candidates.filter(({ picks, words }) => {
      const [next, ...later] = picks.slice(depth);
      if (next?.type === "cell" && next.cell === cell) return false;
      return later.some((pick) => (pick.type === "cell" ? pick.cell === cell : (pick.type === "direction" || pick.type === "number") && words.includes(cell)));
    });
    return rest.length > 0 ? new Selection(this.setting, this.path, rest, this.anchor, this, cell, cell) : null;
  }

  /** Kinds, numbers and players that are picked before this cell: whoever clicks it first means one of them. */
  private ahead(cell: number): Branch[] {
    return [...((this.aheads ??= this.eachAhead()).get(cell) ?? [])];
  }

  private eachAhead(): Map<number, Set<Branch>> {
    const aheads = new Map<number, Set<Branch>>();
    for (const branch of this.branches.filter(({ pick }) => isWord(pick.type))) for (const { picks } of branch.rest) {
      const next = picks.find(({ type }, i) => i > this.path.length && !isWord(type));
      if (next?.type === "cell") aheads.set(next.cell, (aheads.get(next.cell) ?? new Set()).add(branch));
    }
    return aheads;
  }

  /** A piece that is taken from a hand, whatever was picked before: it goes where was clicked ahead of it, and back if it was taken already. */
  hold(kind: string): Outcome | null {
    const isIt = ({ pick }: { pick: Picked }) => pick.type === "kind" && pick.kind === kind;
    const here = this.branches.find(isIt);
    if (here) return this.take({ branch: here });
    const first = this.first();
    const branch = first.branches.find(isIt);
    if (!branch) return null;
    const last = this.path[first.path.length];
    if (last && isIt({ pick: last })) return { type: "narrow", selection: first };
    const cell = this.clicked;
    return first.take({ branch, ...(cell !== null && first.ahead(cell).includes(branch) ? { then: cell } : {}) });
  }

  /** Takes an arrow, a button or an answer to what was asked. */
  take(choice: { branch: Branch; then?: number } | { action: ActionView }, clicked: number | null = null, before: Selection = this): Outcome {
    if ("action" in choice) return { type: "play", action: choice.action };
    if (choice.then !== undefined) {
      const taken = this.take({ branch: choice.branch });
      if (taken.type !== "narrow") return taken;
      const ways = taken.selection.at(choice.then);
      // Both were one click, and are taken back as one.
      return ways.length === 1 ? taken.selection.take({ branch: ways[0]! }, choice.then, before) : taken.selection.allows(choice.then) ? taken.selection.click(choice.then) : taken;
    }
    const { pick, rest } = choice.branch;
    const anchor = pick.type === "cell" ? pick.cell : hasCells(pick) ? (clicked ?? pick.cells[0] ?? null) : this.anchor;
    const next = new Selection(this.setting, [...this.path, pick], rest, anchor, before, clicked).forced();
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

  /**
   * Goes on while there is one way to do so. One click plays no move of several picks, so that whoever takes a piece sees where it may go;
   * after another one, what is left without a choice is not asked.
   */
  private forced(): Selection {
    const [only, ...others] = this.branches;
    if (!only || others.length > 0 || this.complete.length > 0) return this;
    const isSure = this.choices > 1 && (this.candidates.length === 1 || this.clicked === null);
    if (!isSure && (hasCells(only.pick) || only.rest.some(({ picks }) => picks.length <= this.path.length + 1))) return this;
    const anchor = only.pick.type === "cell" ? only.pick.cell : this.anchor;
    return new Selection(this.setting, [...this.path, only.pick], only.rest, anchor, this.before, this.clicked).forced();
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

  /** A direction stands for the cells that its actions name on the way there, or for the next one; a number for where it leads. */
  private cellsOf({ pick, rest }: Branch): number[] {
    if (pick.type === "cell") return [pick.cell];
    if (hasCells(pick)) return pick.cells;
    if (pick.type === "number") {
      const picked = new Set(rest.flatMap(({ picks }) => picks.flatMap((one) => (one.type === "cell" ? [one.cell] : hasCells(one) ? one.cells : []))));
      const [first, ...others] = rest.map(({ words }) => new Set(words.filter((cell) => !picked.has(cell))));
      return [...first!].filter((cell) => others.every((words) => words.has(cell)));
    }
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
