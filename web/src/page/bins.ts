// Lengths of games in bins that two sheets have in common.

export interface Bin { from: number; to: number; games: number }

/** Bins that both are shown in, so that they can be compared. */
const BINS = 28;

/** Both as shares of games by bin, at the middles of common bins. */
export function series(now: Bin[], before: Bin[] | null): (number | null)[][] {
  const all = [...now, ...(before ?? [])].filter(({ games }) => games > 0);
  if (!all.length) return [[], [], []];
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
  const middles = Array.from({ length: count }, (_, bin) => low + (bin + 0.5) * width);
  return [middles, shares(now), before ? shares(before) : middles.map(() => null)];
}
