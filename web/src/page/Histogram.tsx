// How long games are: the sheet as it stands as bars, the one before the edit as a line.

import { written } from "../board/svg";
import type { Bin } from "./bins";
import { histogram, ofPage } from "./figures";
import { t } from "./words";

export function Histogram({ now, before }: { now: Bin[]; before: Bin[] | null }) {
  const total = now.reduce((sum, { games }) => sum + games, 0);
  const peak = now.reduce((best, bin) => (bin.games > best.games ? bin : best), now[0] ?? { from: 0, to: 0, games: 0 });
  const words = total ? t("Lengths of games from {from} to {to} plies, most often {low} to {high}", { from: now[0]!.from, to: now[now.length - 1]!.to, low: peak.from, high: peak.to }) : t("Lengths of games");
  return <div class="histogram" role="img" aria-label={words} title={words} dangerouslySetInnerHTML={{ __html: written(histogram(now, before, ofPage)) }} />;
}
