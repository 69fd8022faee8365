// A game measured as `rulebook measure` does it: who plays how often, every metric with its interval, and figures that can be saved.

import { useMemo, useRef } from "preact/hooks";
import type { RulebookBoard } from "../board/element";
import { h, written } from "../board/svg";
import type { PositionView } from "../protocol";
import { Board } from "./Board";
import { useStudio, useStudioState } from "./context";
import { asFile, curve, histogram, type Ink, ofPage, whiskers } from "./figures";
import { download, stem } from "./files";
import { HeatScale, heatScale } from "./HeatScale";
import { IconButton } from "./icons";
import { inline } from "./markdown";
import { StudyProgress } from "./StudyProgress";
import { withPlots } from "./plots";
import { interval, type Lengths, type Measure as Report, number } from "./reports";
import { Saves } from "./Saves";
import { keyOf, reference } from "./state";
import { useSelect } from "./store";
import { StudyFields } from "./StudyFields";
import type { Drawn } from "../board/svg";
import { number as whole, plural, t } from "./words";

export function Measure() {
  const studio = useStudio();
  const { researcher } = studio;
  const measured = useSelect(researcher.store, (state) => state.measured);
  useSelect(researcher.store, (state) => state.study);
  const title = useStudioState((state) => state.game?.title ?? t("this sheet"));
  const key = useStudioState((state) => keyOf(reference(state)));
  const trouble = researcher.trouble();
  const close = () => researcher.show(false);
  const save = () => {
    const { html, report } = measured!;
    if (html) download(`${stem(studio)}-measure.html`, withPlots(html), "text/html");
    else download(`${stem(studio)}-measure.json`, JSON.stringify(report, null, 1), "application/json");
  };
  return (
    <section class="explore measure" aria-label={t("Measure")} onKeyDown={(event) => { if (event.key === "Escape" && !(event.target as Element).closest("input, select")) close(); }}>
      <header class="compare-head">
        <h2>{t("Measure {title}", { title })}</h2>
        <span class="fill" />
        {measured?.running
          ? <button type="button" onClick={() => researcher.stop("measured")}>{t("Stop")}</button>
          : <button type="button" class="primary" disabled={trouble !== null} onClick={() => researcher.measure()}>{t("Measure")}</button>}
        <button type="button" disabled={!measured?.report} onClick={save}>{t("Report")}</button>
        <IconButton icon="close" label={t("Close the measurement")} onClick={close} />
      </header>
      <form class="study" onSubmit={(event) => { event.preventDefault(); if (!trouble && !measured?.running) researcher.measure(); }}>
        <StudyFields />
        <button type="submit" class="hidden" tabIndex={-1} aria-hidden="true">{t("Measure")}</button>
      </form>
      {trouble && <p class="error-text" role="alert">{trouble}</p>}
      {measured && <StudyProgress of={measured} stale={measured.key !== key} />}
      {measured?.report ? <Results report={measured.report} name={stem(studio)} /> : !measured && (
        <p class="empty">{inline(t("Plays as many games as you wish, with whom you wish, and says what `rulebook measure` says of them: the same games for the same seed, every number with its 95 % interval. Strong agents take their time: begin with few games."))}</p>
      )}
    </section>
  );
}

const bins = ({ start, width }: Pick<Lengths, "start" | "width">, counts: number[]) => counts.map((games, index) => ({ from: Math.round(start + index * width), to: Math.round(start + (index + 1) * width) - 1, games }));

function Results({ report, name }: { report: Report; name: string }) {
  const { metrics, figures, summary, notes, games, seed, agents } = report;
  const rows = () => [["id", "key", "label", "unit", "value", "low", "high", "n"], ...metrics.map(({ id, key, label, unit, value, low, high, n }) => [id, key, label, unit, value, low, high, n])];
  const shares = metrics.filter(({ id }) => id === "A1" || id === "A2");
  const who = plural(games, "{n} game, {agents}, seed {seed}", "{n} games, {agents}, seed {seed}", { agents: agents.join(" – "), seed });
  return (
    <div class="measured">
      <section class="summary" aria-label={t("Summary")}>
        <h2>{t("Summary")} <span class="quiet">{who}</span></h2>
        <ul>{summary.map(({ text }) => <li>{inline(text)}</li>)}</ul>
      </section>
      <section class="metrics" aria-labelledby="metrics-title">
        <header class="panel-head">
          <h2 id="metrics-title">{t("Metrics")}</h2>
          <Saves name={`${name}-metrics`} what={t("the metrics")} rows={rows} json={() => report} svg={() => asFile({ words: `${t("Scores and ends")}: ${who}`, draw: (ink) => scores(shares, ink) })} />
        </header>
        <div class="scroll" tabIndex={0} role="group" aria-label={t("Metrics with their intervals")}>
          <table>
            <thead><tr><th scope="col">{t("metric")}</th><th scope="col">{t("value")}</th><th scope="col">{t("95 % interval")}</th><th scope="col">n</th></tr></thead>
            <tbody>{metrics.map((metric) => (
              <tr key={metric.key}>
                <th scope="row"><span class="quiet id">{metric.id}</span> {inline(metric.label)}</th>
                <td>{number(metric.value, metric.unit)}</td>
                <td class="quiet">{interval(metric, metric.unit)}</td>
                <td class="quiet">{whole(metric.n)}</td>
              </tr>
            ))}</tbody>
          </table>
        </div>
        {notes.map((note) => <p class="quiet">{inline(note)}</p>)}
      </section>
      <section class="figures" aria-label={t("Figures")}>
        <Figure title={t("Scores and ends")} what={t("scores and ends")} name={`${name}-scores`} draw={(ink) => scores(shares, ink)} rows={() => [["label", "value", "low", "high", "n"], ...shares.map(({ label, value, low, high, n }) => [label, value, low, high, n])]} />
        <Figure
          title={t("Lengths of games")} what={t("lengths of games")} name={`${name}-lengths`}
          draw={(ink) => histogram(bins(figures.lengths, figures.lengths.counts), null, ink, [420, 170], { x: t("plies"), now: "", before: "" })}
          rows={() => [["from", "to", "games"], ...bins(figures.lengths, figures.lengths.counts).map(({ from, to, games }) => [from, to, games])]}
        />
        <Figure
          title={t("Choices by ply")} what={t("choices by ply")} name={`${name}-choices`} draw={(ink) => curve(figures.branching.at, figures.branching.mean, ink, t("ply"))}
          rows={() => [["ply", "choices", "low", "high", "n"], ...figures.branching.at.map((ply, index) => { const { value, low, high, n } = figures.branching.mean[index]!; return [ply, value, low, high, n]; })]}
        />
        <HeatMap report={report} name={name} />
      </section>
    </div>
  );
}

const scores = (metrics: Report["metrics"], ink: Ink): Drawn => whiskers(metrics.map((metric) => ({ label: metric.label.replaceAll("`", "").replace(/^games ended by (?:end )?/, ""), bounded: metric })), ink);

function Figure({ title, what, name, draw, rows }: { title: string; /** The title within a sentence. */ what: string; name: string; draw: (ink: Ink) => Drawn; rows: () => (string | number | null)[][] }) {
  return (
    <figure>
      <figcaption class="panel-head"><h2>{title}</h2><Saves name={name} what={what} rows={rows} svg={() => asFile({ words: title, draw })} /></figcaption>
      <div class="drawn" role="img" aria-label={t("{title}: the numbers can be saved as CSV", { title })} dangerouslySetInnerHTML={{ __html: written(draw(ofPage)) }} />
    </figure>
  );
}

/** So many cells have room for a number in each. */
const ROOM = 100;

/** In which share of the games each cell was used. */
function HeatMap({ report, name }: { report: Report; name: string }) {
  const board = useRef<RulebookBoard | null>(null);
  const palette = useStudioState((state) => state.palette);
  const game = useStudioState((state) => state.game);
  const { cells } = report.figures;
  const drawn = useMemo(() => {
    if (!game || game.board.cells.length !== cells.length) return null;
    const most = Math.max(...cells.map(({ games }) => games.value ?? 0), 1e-9);
    const of = new Map(cells.map((cell) => [cell.cell, cell.games]));
    const used = game.board.cells.map((cell) => of.get(cell.name));
    // An empty board in one shade: colours are those of the scale.
    const position: PositionView = {
      cells: used.map(() => ({ pieces: [], marks: [], counters: game.counters.filter(({ per }) => per === "cell").map(() => 0) })), counters: [], links: [], toAct: null, swapped: false, legal: [], ended: null,
      plies: [], cut: null, effects: [], notation: "", picture: "",
    };
    return {
      most, position,
      plain: { ...game, look: { ...game.look, board: "plain" as const, sides: [] } },
      overlay: {
        heat: used.map((games) => (games?.value ?? 0) / most),
        values: cells.length <= ROOM ? used.map((games) => (games?.value === null || games === undefined ? null : (100 * games.value).toFixed(0))) : [],
        says: used.map((games) => (games ? t("{share} of games", { share: `${number(games.value, "share")} ${interval(games, "share")}` }) : "")),
      },
    };
  }, [cells, game]);
  if (!drawn) return null;
  const rows = () => [["cell", "games", "low", "high", "n", "plies"], ...cells.map(({ cell, games: { value, low, high, n }, plies }) => [cell, value, low, high, n, plies])];
  const svg = () => {
    const picture = board.current!.toSVG();
    const [width, height] = [/width="(\d+)"/, /height="(\d+)"/].map((pattern) => Number(pattern.exec(picture)?.[1] ?? 400)) as [number, number];
    const scale = written(h("g", { transform: `translate(16 ${height + 8})`, "font-family": "system-ui, sans-serif" }, heatScale(drawn.most, width)));
    return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height + 44}" width="${width}" height="${height + 44}"><rect width="${width}" height="${height + 44}" fill="#ffffff"/>${picture}${scale}</svg>`;
  };
  return (
    <figure>
      <figcaption class="panel-head"><h2>{t("Cells used")}</h2><Saves name={`${name}-cells`} what={t("the cells used")} rows={rows} svg={svg} /></figcaption>
      <div class="heat-board"><Board game={drawn.plain} position={drawn.position} overlay={drawn.overlay} options={{ palette, interactive: false, trays: false, reduced: true, label: t("Share of games in which each cell was used; the numbers can be saved as CSV") }} element={(element) => { board.current = element; }} /></div>
      <HeatScale most={drawn.most} />
    </figure>
  );
}
