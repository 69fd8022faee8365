// The plots of a report whose engine has drawn none: their data stands in the page, in `data-plot`.

import { type Drawn, h, written } from "../board/svg";

interface Axis { label: string; range: { start: number; end: number }; tick: "number" | "percent" | { words: string[] } }
interface Series { name: string; colour: number; points: [number, number, [number, number] | null][]; joined: boolean; faint: boolean }
interface Plot {
  axes: { x: Axis; y: Axis };
  series?: Series[];
  /** Lines of reference on the axis that goes up. */
  rules?: number[];
  bars?: { start: number; width: number; heights: number[]; colour: number };
}

const [WIDTH, HEIGHT] = [420, 270];
const AREA = { left: 74, right: WIDTH - 22, top: 10, bottom: HEIGHT - 52 };
const colourOf = (colour: number) => `var(--s${1 + (colour % 4)})`;

/** The same page with its plots drawn. */
export function withPlots(page: string): string {
  const read = new DOMParser().parseFromString(page, "text/html");
  const places = read.querySelectorAll<HTMLElement>("[data-plot]");
  if (places.length === 0) return page;
  for (const place of places) {
    const plot = JSON.parse(place.dataset.plot!) as Plot;
    const named = (plot.series ?? []).filter(({ name }) => name);
    place.removeAttribute("data-plot");
    place.innerHTML = written(h("svg", { class: "plot", viewBox: `0 0 ${WIDTH} ${HEIGHT}`, "aria-hidden": "true" }, drawn(plot)));
    if (named.length < 2) continue;
    const keys = read.createElement("p");
    for (const { name, colour } of named) {
      const key = read.createElement("span");
      key.style.color = colourOf(colour);
      key.textContent = "■ ";
      keys.append(key, `${name}  `);
    }
    place.append(keys);
  }
  return `<!doctype html>\n${read.documentElement.outerHTML}\n`;
}

function drawn({ axes, series = [], rules = [], bars }: Plot): Drawn[] {
  const along = ({ range: { start, end } }: Axis, value: number, from: number, to: number) => from + ((value - start) / (end - start || 1)) * (to - from);
  const x = (value: number) => along(axes.x, value, AREA.left, AREA.right);
  const y = (value: number) => along(axes.y, value, AREA.bottom, AREA.top);
  const text = (content: string, at: Record<string, string | number>) => h("text", { "font-size": 15, fill: "var(--ink)", ...at }, content);
  const line = (x1: number, y1: number, x2: number, y2: number, more: Record<string, string | number> = {}) => h("line", { x1, y1, x2, y2, stroke: "var(--grid)", ...more });
  const middle = (AREA.top + AREA.bottom) / 2;
  return [
    ...ticks(axes.y).flatMap((value) => [line(AREA.left, y(value), AREA.right, y(value)), text(shown(axes.y, value), { x: AREA.left - 6, y: y(value) + 5, "text-anchor": "end" })]),
    ...ticks(axes.x).map((value) => text(shown(axes.x, value), { x: x(value), y: AREA.bottom + 20, "text-anchor": "middle" })),
    line(AREA.left, AREA.bottom, AREA.right, AREA.bottom, { stroke: "var(--ink)" }),
    text(axes.x.label, { x: (AREA.left + AREA.right) / 2, y: HEIGHT - 8, "text-anchor": "middle" }),
    text(axes.y.label, { x: 0, y: 0, "text-anchor": "middle", transform: `translate(14 ${middle}) rotate(-90)` }),
    ...rules.map((value) => line(AREA.left, y(value), AREA.right, y(value), { stroke: "var(--ink)", "stroke-dasharray": "4 4" })),
    ...(bars ? bars.heights.map((height, i) => h("rect", { x: x(bars.start + i * bars.width) + 0.5, y: y(height), width: Math.max(0.5, x(bars.start + bars.width) - x(bars.start) - 1), height: Math.max(0, AREA.bottom - y(height)), fill: colourOf(bars.colour) })) : []),
    ...series.flatMap(({ points, colour, joined, faint }) => {
      const stroke = { stroke: colourOf(colour), "stroke-width": faint ? 1 : 2.5, "stroke-opacity": faint ? 0.4 : 1, fill: "none" };
      const known = points.filter(([, , interval]) => interval);
      if (!joined) return points.flatMap(([at, value, interval]) => [interval ? h("line", { x1: x(at), x2: x(at), y1: y(interval[0]), y2: y(interval[1]), ...stroke }) : null, h("circle", { cx: x(at), cy: y(value), r: 4, fill: colourOf(colour) })].filter((node): node is Drawn => node !== null));
      const way = (of: [number, number][]) => of.map(([a, b]) => `${x(a).toFixed(1)} ${y(b).toFixed(1)}`).join("L");
      const band = known.length > 1 ? [h("path", { d: `M${way([...known.map(([at, , interval]): [number, number] => [at, interval![1]]), ...known.toReversed().map(([at, , interval]): [number, number] => [at, interval![0]])])}Z`, fill: colourOf(colour), "fill-opacity": 0.18 })] : [];
      return points.length ? [...band, h("path", { d: `M${way(points.map(([at, value]) => [at, value]))}`, ...stroke })] : [];
    }),
  ];
}

/** Round numbers within an axis, about five of them. */
function ticks({ range: { start, end }, tick }: Axis): number[] {
  if (typeof tick === "object") return tick.words.map((_, i) => i).filter((i) => i >= start && i <= end);
  const rough = (end - start) / 5;
  if (!(rough > 0) || !Number.isFinite(rough)) return [];
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((step) => step >= rough) ?? rough;
  const first = Math.ceil(start / step);
  return Array.from({ length: Math.max(0, Math.floor(end / step) - first + 1) }, (_, i) => (first + i) * step);
}

function shown({ range: { start, end }, tick }: Axis, value: number): string {
  if (typeof tick === "object") return tick.words[Math.round(value)] ?? "";
  if (tick === "percent") return `${Math.round(100 * value)} %`;
  return end - start < 4 ? value.toFixed(2) : String(Math.round(value));
}
