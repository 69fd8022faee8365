// Figures of games as drawings that stand alone: in the page they take its colours, in a file those of paper.

import { type Drawn, h, written } from "../board/svg";
import { type Bin, binned, ticks } from "./bins";
import type { Bounded } from "./reports";
import { decimal } from "./words";

/** What a colour is called: a variable in the page, a colour in a file. */
export type Ink = (name: "text" | "quiet" | "accent" | "line") => string;
export const ofPage: Ink = (name) => `var(--${name})`;
const ofPaper: Ink = (name) => ({ text: "#24262a", quiet: "#55585e", accent: "#28648f", line: "#d8d5ce" })[name];

/** A figure: what draws it, and the numbers that it shows. */
export interface Figure {
  name: string;
  words: string;
  draw: (ink: Ink) => Drawn;
  rows: (string | number | null)[][];
}

const FONT = "system-ui, -apple-system, Segoe UI, Roboto, Noto Sans, sans-serif";

/** The figure as a file: on paper, with its name. */
export function asFile({ draw, words }: Pick<Figure, "draw" | "words">): string {
  const { attributes, children } = draw(ofPaper);
  const [, , width, height] = attributes.viewBox!.split(" ").map(Number) as [number, number, number, number];
  return written(h("svg", { ...attributes, width: 2 * width, height: 2 * height }, h("title", {}, words), h("rect", { width, height, fill: "#ffffff" }), children));
}

const picture = (width: number, height: number, ...children: (Drawn | null | (Drawn | null)[])[]) =>
  h("svg", { xmlns: "http://www.w3.org/2000/svg", viewBox: `0 0 ${width} ${height}`, "font-family": FONT, "font-size": 11 }, ...children);

const [WIDTH, HEIGHT, BELOW, ABOVE] = [272, 96, 18, 6];

/** How long games are: bars, and what they are compared with as a line. */
export function histogram(now: Bin[], before: Bin[] | null, ink: Ink, [width, height] = [WIDTH, HEIGHT], named?: { x: string; now: string; before: string }): Drawn {
  const bins = binned(now, before);
  const count = Math.max(1, bins.now.length);
  const most = Math.max(0.01, ...bins.now, ...(bins.before ?? []));
  const [below, above, margin] = named ? [BELOW + 16, ABOVE + 16, 42] : [BELOW, ABOVE, 1];
  // Few bars are not as broad as the page.
  const step = Math.min(36, (width - margin - 1) / count);
  const left = margin + (width - margin - 1 - step * count) / 2;
  const x = (bin: number) => left + bin * step;
  const y = (share: number) => height - below - (share / most) * (height - below - above);
  const gap = step > 4 ? 1 : 0.25;
  const line = bins.before?.map((share, bin) => `${bin ? "L" : "M"}${x(bin).toFixed(2)} ${y(share).toFixed(2)}H${x(bin + 1).toFixed(2)}`).join("");
  return picture(width, height,
    bins.now.map((share, bin) => h("rect", { class: "bar", x: x(bin) + gap / 2, y: y(share), width: step - gap, height: height - below - y(share), fill: ink("accent"), "fill-opacity": 0.55 })),
    h("line", { x1: margin, x2: width - 1, y1: height - below, y2: height - below, stroke: ink("quiet"), "stroke-opacity": 0.6 }),
    line ? h("path", { d: line, fill: "none", stroke: ink("text"), "stroke-width": 1.5 }) : null,
    ticks(bins, Math.floor(width / 34)).map(({ bin, text }) => h("text", { x: x(bin) + step / 2, y: height - below + 13, "text-anchor": "middle", fill: ink("quiet") }, text)),
    named ? [
      h("text", { x: width - 1, y: height - 4, "text-anchor": "end", fill: ink("quiet") }, named.x),
      ...[0.5, 1].map((part) => h("text", { x: margin - 5, y: y(part * most) + 4, "text-anchor": "end", fill: ink("quiet") }, `${decimal(100 * part * most, most < 0.1 ? 1 : 0)} %`)),
      ...(before ? [h("rect", { x: margin, y: 4, width: 10, height: 8, fill: ink("accent"), "fill-opacity": 0.55 }), h("text", { x: margin + 14, y: 12, fill: ink("text") }, named.now), h("line", { x1: margin + 60, x2: margin + 76, y1: 8, y2: 8, stroke: ink("text"), "stroke-width": 1.5 }), h("text", { x: margin + 80, y: 12, fill: ink("text") }, named.before)] : []),
    ] : []);
}

/** A mean along the plies of a game, with its interval as a band. */
export function curve(at: number[], means: Bounded[], ink: Ink, x: string, [width, height] = [420, 180]): Drawn {
  const points = at.flatMap((place, index) => { const { value, low, high } = means[index]!; return value === null ? [] : [{ place, value, low: low ?? value, high: high ?? value }]; });
  const [margin, below, above] = [34, BELOW + 16, 8];
  const most = Math.max(1, ...points.map(({ high }) => high));
  const last = Math.max(1, ...points.map(({ place }) => place));
  const px = (place: number) => (margin + ((place - 1) / Math.max(1, last - 1)) * (width - margin - 8)).toFixed(1);
  const py = (value: number) => (height - below - (value / most) * (height - below - above)).toFixed(1);
  const round = steps(most, 4);
  const places = steps(last, 6).map((place) => Math.max(1, place));
  const band = [...points.map(({ place, high }) => `${px(place)} ${py(high)}`), ...points.toReversed().map(({ place, low }) => `${px(place)} ${py(low)}`)];
  return picture(width, height,
    round.map((value) => h("line", { x1: margin, x2: width - 8, y1: py(value), y2: py(value), stroke: ink("line") })),
    round.map((value) => h("text", { x: margin - 5, y: Number(py(value)) + 4, "text-anchor": "end", fill: ink("quiet") }, String(value))),
    points.length > 1 ? h("path", { d: `M${band.join("L")}Z`, fill: ink("accent"), "fill-opacity": 0.25 }) : null,
    h("path", { d: points.map(({ place, value }, index) => `${index ? "L" : "M"}${px(place)} ${py(value)}`).join(""), fill: "none", stroke: ink("accent"), "stroke-width": 2 }),
    places.map((place) => h("text", { x: px(place), y: height - below + 13, "text-anchor": "middle", fill: ink("quiet") }, String(place))),
    h("text", { x: width - 8, y: height - 4, "text-anchor": "end", fill: ink("quiet") }, x));
}

/** Round numbers from 0 to `most`. */
function steps(most: number, count: number): number[] {
  const rough = most / count;
  const power = 10 ** Math.floor(Math.log10(rough || 1));
  const step = Math.max(1, [1, 2, 5, 10].map((factor) => factor * power).find((step) => step >= rough) ?? 1);
  return Array.from({ length: Math.floor(most / step) + 1 }, (_, index) => index * step);
}

/** Rows of numbers with their intervals, as dots with whiskers on one scale of percent. */
export function whiskers(rows: { label: string; bounded: Bounded }[], ink: Ink, [width, row] = [420, 24]): Drawn {
  const [left, right] = [176, width - 58];
  const x = (share: number) => (left + share * (right - left)).toFixed(1);
  const height = rows.length * row + 26;
  return picture(width, height,
    [0, 0.25, 0.5, 0.75, 1].flatMap((share) => [
      h("line", { x1: x(share), x2: x(share), y1: 4, y2: height - 22, stroke: ink("line"), "stroke-dasharray": share === 0.5 ? "3 3" : null }),
      h("text", { x: x(share), y: height - 8, "text-anchor": "middle", fill: ink("quiet") }, `${100 * share} %`),
    ]),
    rows.flatMap(({ label, bounded: { value, low, high } }, index) => {
      const y = index * row + row / 2 + 4;
      return [
        h("text", { x: left - 10, y: y + 4, "text-anchor": "end", fill: ink("text") }, label.length > 26 ? `${label.slice(0, 25)}…` : label),
        low === null || high === null ? null : h("path", { d: `M${x(low)} ${y}H${x(high)}M${x(low)} ${y - 4}v8M${x(high)} ${y - 4}v8`, stroke: ink("accent"), "stroke-width": 1.5, fill: "none" }),
        value === null ? null : h("circle", { cx: x(value), cy: y, r: 3.5, fill: ink("accent") }),
        value === null ? null : h("text", { x: width - 2, y: y + 4, "text-anchor": "end", fill: ink("text") }, `${decimal(100 * value, 1)} %`),
      ];
    }));
}

/** A table as other programs read it: commas between, quotes where they are needed, a line a row. */
export const csv = (rows: (string | number | null)[][]) =>
  `${rows.map((row) => row.map((value) => { const text = value === null ? "" : String(value); return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text; }).join(",")).join("\r\n")}\r\n`;
