// The scale of a heat map: its colours with their numbers. They go from light to dark, so that every eye can tell them apart.

import { theme } from "../board/palette";
import { heatOpacity } from "../board/scene";
import { h, type Drawn } from "../board/svg";
import { decimal, t } from "./words";

const STEPS = [0, 0.25, 0.5, 0.75, 1];
const percent = (share: number, most: number) => decimal(100 * share * most, most < 0.1 ? 1 : 0);
const both = (name: string) => `light-dark(${theme[name]!.join()})`;

export function HeatScale({ most }: { most: number }) {
  return (
    <div class="heat-scale" role="img" aria-label={t("Share of games in which a cell was used: from 0 %, light, to {most} %, dark", { most: percent(1, most) })}>
      {STEPS.map((share) => {
        const heat = `color-mix(in srgb, ${both("heat")} ${share === 0 ? 0 : 100 * heatOpacity(share)}%, transparent)`;
        return <span key={share}><i style={{ background: `linear-gradient(${heat}, ${heat}), ${both("cell")}` }} />{percent(share, most)}</span>;
      })}
      <em>{t("% of games")}</em>
    </div>
  );
}

/** The same in a file, so broad. */
export function heatScale(most: number, width: number): Drawn[] {
  const step = Math.min(60, width / 7);
  return [
    ...STEPS.flatMap((share, index) => [
      h("rect", { x: index * step, y: 0, width: step, height: 12, fill: theme.cell![0] }),
      h("rect", { x: index * step, y: 0, width: step, height: 12, fill: theme.heat![0], "fill-opacity": share === 0 ? 0 : heatOpacity(share) }),
      h("text", { x: (index + 0.5) * step, y: 26, "text-anchor": "middle", "font-size": 11, fill: "#24262a" }, percent(share, most)),
    ]),
    h("text", { x: STEPS.length * step + 8, y: 26, "font-size": 11, fill: "#24262a" }, t("% of games")),
  ];
}
