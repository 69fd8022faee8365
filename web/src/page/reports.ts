// What is read of the reports that `rulebook measure --json` and `rulebook compare --json` write, and how their numbers are written.

import { decimal, number as whole } from "./words";

/** A number with its 95 % interval; null where no game tells. */
export interface Bounded { value: number | null; low: number | null; high: number | null; n: number }

export interface Metric extends Bounded { id: string; key: string; label: string; unit: string; interval: string }

export interface Measure {
  summary: { about: string; text: string }[];
  game: string;
  options: Record<string, string | number>;
  roles: string[];
  agents: string[];
  games: number;
  seed: number;
  metrics: Metric[];
  figures: {
    lengths: Lengths;
    branching: { at: number[]; mean: Bounded[] };
    cells: { cell: string; games: Bounded; plies: number }[];
  };
  notes: string[];
}

/** Games by their length: so many in each bin of so many plies. */
export interface Lengths { start: number; width: number; counts: number[] }

export interface Comparison {
  summary: { about: string; text: string }[];
  changes: { section: string; name: string; how: string; a: { text: string } | null; b: { text: string } | null }[];
  relation: {
    word: string; reason: string | null; depth: number; exhausted: boolean; proved: boolean; positions: number; samples: number;
    witnesses: { shows: string; moves: string[]; only_a: string[]; only_b: string[]; refusal: { message: string } | null }[];
  };
  versus: {
    games: number;
    agents: string[];
    seed: number;
    metrics: { key: string; label: string; unit: string; a: Bounded | null; b: Bounded | null; verdict: string | null }[];
    lengths: { start: number; width: number; a: number[]; b: number[] };
  } | null;
}

/** Shares and scores are told in percent. */
export const isPercent = (unit: string) => unit === "share" || unit === "score";

/** A number of a metric as the program writes it: three digits, or percent. */
export function number(value: number | null, unit: string): string {
  if (value === null || !Number.isFinite(value)) return "–";
  if (isPercent(unit)) return `${decimal(100 * value, 1)} %`;
  const size = Math.abs(value);
  if (size >= 100) return whole(Math.round(value));
  return decimal(value, size >= 10 ? 1 : size >= 1 || value === 0 ? 2 : 3);
}

/** An interval beside its number, which says what the unit is. */
export function interval({ low, high }: Pick<Bounded, "low" | "high">, unit: string): string {
  const bound = (value: number | null, open: string) => (value === null ? open : number(value, unit).replace(" %", ""));
  return low === null && high === null ? "" : `[${bound(low, "…")}, ${bound(high, "…")}]`;
}
