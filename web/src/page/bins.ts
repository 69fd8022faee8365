// Lengths of games in bins that two sheets have in common.

export interface Bin { from: number; to: number; games: number }

/** Shares of games by bin; a bin holds the plies from `low + i * width` on. */
export interface Binned { low: number; width: number; now: number[]; before: number[] | null }

/** Bins that both are shown in, so that they can be compared. */
const BINS = 28;

/** Both as shares of games in common bins. */
export function binned(now: Bin[], before: Bin[] | null): Binned {
  const all = [...now, ...(before ?? [])].filter(({ games }) => games > 0);
  if (!all.length) return { low: 0, width: 1, now: [], before: null };
  const low = Math.min(...all.map(({ from }) => from));
  const high = Math.max(...all.map(({ to }) => to)) + 1;
  // A bin is at least a ply wide: narrower ones would be empty in between.
  const width = Math.max(1, Math.ceil((high - low) / BINS));
  const count = Math.ceil((high - low) / width);
  const shares = (bins: Bin[]) => {
    const total = bins.reduce((sum, { games }) => sum + games, 0) || 1;
    const shares = new Array<number>(count).fill(0);
    for (const { from, to, games } of bins) {
      // Games of a bin are taken to be spread evenly over its plies.
      for (let bin = Math.floor((from - low) / width); bin <= (to - low) / width && games > 0; bin++) {
        const both = Math.min(to + 1, low + (bin + 1) * width) - Math.max(from, low + bin * width);
        shares[bin]! += (games / total) * (both / (to + 1 - from));
      }
    }
    return shares;
  };
  return { low, width, now: shares(now), before: before && shares(before) };
}

/** The bins that have a number below them, in their middle: at most so many, and evenly apart. */
export function ticks({ low, width, now }: Binned, most: number): { bin: number; text: string }[] {
  const step = [1, 2, 5, 10, 20, 50].find((step) => Math.ceil(now.length / step) <= most) ?? 100;
  // A bin of several plies is called after its first and its last one where there are few, else after its first.
  const text = (from: number) => (width === 1 || step > 1 || now.length > 4 ? String(from) : `${from}–${from + width - 1}`);
  return now.flatMap((_, bin) => (bin % step === 0 ? [{ bin, text: text(low + bin * width) }] : []));
}
