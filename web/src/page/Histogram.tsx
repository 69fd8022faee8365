// How long games are: the sheet as it stands as bars, the one before the edit as a line.

import { useEffect, useRef } from "preact/hooks";
import uPlot from "uplot";
import { type Bin, series } from "./bins";
import { useStudioState } from "./context";

export function Histogram({ now, before }: { now: Bin[]; before: Bin[] | null }) {
  const host = useRef<HTMLDivElement>(null);
  const plot = useRef<uPlot | null>(null);
  const theme = useStudioState((state) => state.theme);

  useEffect(() => {
    const element = host.current!;
    // A canvas knows no variables and no `light-dark`: the style of an element has the colour that they stand for.
    const probe = element.appendChild(document.createElement("i"));
    const colour = (name: string) => {
      probe.style.color = `var(${name})`;
      return getComputedStyle(probe).color;
    };
    const axis = { stroke: colour("--quiet"), grid: { show: false }, ticks: { show: false }, font: "11px system-ui", size: 22, gap: 2 };
    const created = new uPlot({
      width: Math.max(120, element.clientWidth),
      height: 96,
      padding: [4, 14, 0, 10],
      legend: { show: false },
      cursor: { show: false },
      scales: { x: { time: false }, y: { range: (_, __, high) => [0, Math.max(high, 0.01)] } },
      axes: [axis, { ...axis, show: false }],
      series: [
        {},
        { stroke: colour("--accent"), fill: colour("--accent-soft"), width: 1, points: { show: false }, paths: uPlot.paths.bars!({ size: [1, 40], gap: 1 }) },
        { stroke: colour("--text"), width: 1.5, points: { show: false }, paths: uPlot.paths.stepped!({ align: 0 as 1 }) },
      ],
    }, [[0], [0], [0]], element);
    probe.remove();
    plot.current = created;
    const observer = new ResizeObserver(() => created.setSize({ width: Math.max(120, element.clientWidth), height: 96 }));
    observer.observe(element);
    return () => {
      observer.disconnect();
      created.destroy();
      plot.current = null;
    };
  }, [theme]);

  useEffect(() => plot.current?.setData(series(now, before) as uPlot.AlignedData), [now, before, theme]);

  const total = now.reduce((sum, { games }) => sum + games, 0);
  const peak = now.reduce((best, bin) => (bin.games > best.games ? bin : best), now[0] ?? { from: 0, to: 0, games: 0 });
  const words = total ? `Lengths of games from ${now[0]!.from} to ${now[now.length - 1]!.to} plies, most often ${peak.from} to ${peak.to}` : "Lengths of games";
  return <div class="histogram" role="img" aria-label={words} title={words} ref={host} />;
}
