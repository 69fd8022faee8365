// How strong a player was while it learned: its score against each opponent with its interval, as lines, and the same as a table.

import { useEffect, useRef } from "preact/hooks";
import uPlot from "uplot";
import type { StrengthPoint, Trained } from "../protocol";
import { useStudioState } from "./context";
import { lastPoint } from "./learner";
import { english, number, plural, t } from "./words";

/** The opponents with their names, colours and dashes, and the names at the head of a column. */
const OPPONENTS: [agent: string, name: string, colour: string, dash: number[], head: string][] = [
  ["random", english("random"), "--good", [2, 3], english("random")],
  ["mcts:200", english("search 200"), "--accent", [], english("search")],
  ["past", english("its best before"), "--fair", [7, 4], english("before")],
];

export function Strength({ train }: { train: Trained }) {
  const point = lastPoint(train)!;
  const points = train.curve;
  const met = OPPONENTS.filter(([agent]) => points.some((at) => scoreOf(at, agent)));
  return (
    <>
      <Chart points={points} of={train.games} met={met} />
      <table class="strength">
        <caption class="hidden">{plural(point.games, "What it scored after {n} game, in percent, with the interval of 95 %", "What it scored after {n} games, in percent, with the interval of 95 %")}</caption>
        <tbody>
          {met.map(([agent, name, colour, dash]) => {
            const found = scoreOf(point, agent);
            return (
              <tr key={agent}>
                <th scope="row"><Key colour={colour} dash={dash} />{t(name)}</th>
                {found
                  ? <><td>{percent(found.score.value)} %</td><td class="quiet">{t("{low} to {high}", { low: percent(found.score.low), high: percent(found.score.high) })}</td></>
                  : <td class="quiet" colSpan={2}>{t("at each check")}</td>}
              </tr>
            );
          })}
        </tbody>
      </table>
      <details class="tried">
        <summary>{plural(points.length, "1 check", "All {n} checks")}</summary>
        <div class="scroll">
          <table class="checks">
            <thead>
              <tr><th scope="col">{t("games")}</th>{met.map(([agent, name, colour, dash, head]) => <th scope="col" key={agent} title={t(name)}>{t(head)}<Key colour={colour} dash={dash} /></th>)}</tr>
            </thead>
            <tbody>
              {points.map((at) => (
                <tr key={at.games}>
                  <th scope="row">{number(at.games)}<span class="quiet">{at.best ? t("best") : ""}</span></th>
                  {met.map(([agent]) => {
                    const found = scoreOf(at, agent);
                    return <td key={agent}>{found ? <>{percent(found.score.value)} %<span class="quiet">{percent(found.score.low)}–{percent(found.score.high)}</span></> : "–"}</td>;
                  })}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </details>
    </>
  );
}

const scoreOf = (point: StrengthPoint, agent: string) => point.against.find((against) => against.agent === agent);

const percent = (share: number | null) => (share === null ? "–" : (100 * share).toFixed(0));

function Key({ colour, dash }: { colour: string; dash: number[] }) {
  return (
    <svg class="key" width="20" height="8" aria-hidden="true">
      <line x1="0" x2="20" y1="4" y2="4" stroke={`var(${colour})`} stroke-width="2" stroke-dasharray={dash.join(" ")} />
    </svg>
  );
}

function Chart({ points, of, met }: { points: StrengthPoint[]; of: number; met: typeof OPPONENTS }) {
  const host = useRef<HTMLDivElement>(null);
  const plot = useRef<uPlot | null>(null);
  const theme = useStudioState((state) => state.theme);
  const shown = met.map(([agent]) => agent).join();

  useEffect(() => {
    const element = host.current!;
    // A canvas knows no variables and no `light-dark`: the style of an element has the colour that they stand for.
    const probe = element.appendChild(document.createElement("i"));
    const colour = (value: string) => {
      probe.style.color = value;
      return getComputedStyle(probe).color;
    };
    const quiet = colour("var(--quiet)");
    const axis = { stroke: quiet, ticks: { show: false }, font: "11px system-ui", gap: 4 };
    const size = () => ({ width: Math.max(160, element.clientWidth), height: 128 });
    const created = new uPlot({
      ...size(),
      padding: [6, 12, 0, 0],
      legend: { show: false },
      cursor: { show: false },
      scales: { x: { time: false, range: [0, Math.max(1, of)] }, y: { range: [0, 1] } },
      axes: [
        { ...axis, size: 22, grid: { show: false }, space: 56, values: (_, ticks) => ticks.map(short) },
        { ...axis, size: 40, grid: { stroke: colour("var(--line)"), width: 1 }, splits: () => [0, 0.5, 1], values: (_, ticks) => ticks.map((tick) => `${100 * tick} %`) },
      ],
      series: [
        {},
        ...met.flatMap(([, , name, dash]): uPlot.Series[] => {
          const stroke = colour(`var(${name})`);
          const edge = { stroke: "transparent", width: 0, points: { show: false } };
          return [{ stroke, width: 2, dash, points: { show: true, size: 5, fill: stroke, stroke } }, edge, edge];
        }),
      ],
      bands: met.map(([, , name], place) => ({ series: [3 * place + 2, 3 * place + 3] as [number, number], fill: colour(`color-mix(in srgb, var(${name}) 18%, transparent)`) })),
    }, [[0], ...met.flatMap(() => [[null], [null], [null]])] as uPlot.AlignedData, element);
    probe.remove();
    plot.current = created;
    const observer = new ResizeObserver(() => created.setSize(size()));
    observer.observe(element);
    return () => {
      observer.disconnect();
      created.destroy();
      plot.current = null;
    };
  }, [theme, shown, of]);

  useEffect(() => {
    const columns = met.flatMap(([agent]) => (["value", "high", "low"] as const).map((of) => points.map((point) => scoreOf(point, agent)?.score[of] ?? null)));
    plot.current?.setData([points.map(({ games }) => games), ...columns] as uPlot.AlignedData);
  }, [points, shown, theme, of]);

  const last = points.at(-1);
  const words = last
    ? plural(points.length, "Scores over {n} check; after {games} of {all} games {scores}", "Scores over {n} checks; after {games} of {all} games {scores}", {
      games: number(last.games), all: number(of),
      scores: met.map(([agent, name]) => t("{share} % against {opponent}", { share: percent(scoreOf(last, agent)?.score.value ?? null), opponent: t(name) })).join(", "),
    })
    : t("Scores while it learned");
  return <div class="histogram strength-chart" role="img" aria-label={words} title={words} ref={host} />;
}

const short = (games: number) => (games >= 1000 ? `${games / 1000}k` : String(games));
