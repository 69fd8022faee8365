// Two games side by side: one line of play on two boards, how the games are related with a line that shows it, and their numbers.

import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { written } from "../board/svg";
import type { GameRef, OptionView } from "../protocol";
import { useStudio, useStudioState } from "./context";
import { asFile, histogram, ofPage } from "./figures";
import { IconButton } from "./icons";
import { download, stem } from "./files";
import { Latest } from "./latest";
import { inline } from "./markdown";
import { LookingBar } from "./LookingBar";
import { OptionField } from "./Options";
import { partnersOf } from "./partners";
import { StudyProgress } from "./StudyProgress";
import { withPlots } from "./plots";
import { type Bounded, type Comparison, interval, number } from "./reports";
import { pair } from "./research";
import { Saves } from "./Saves";
import { Side } from "./Side";
import { reference } from "./state";
import { useSelect } from "./store";
import { StudyFields } from "./StudyFields";
import { english, plural, t, woven } from "./words";

export function Compare() {
  const studio = useStudio();
  const { researcher } = studio;
  const games = useStudioState((state) => state.loaded?.games ?? NONE);
  const gallery = useStudioState((state) => state.gallery);
  const before = useStudioState((state) => state.before);
  // Which game the figures are of, and not the figures: they come in one after another.
  const counted = useStudioState((state) => state.numbers?.key);
  const chosen = useStudioState((state) => state.partner);
  const family = useStudioState((state) => state.game?.family ?? null);
  const text = useStudioState((state) => state.text);
  const variant = useStudioState((state) => state.variant);
  const options = useStudioState((state) => state.options);
  const moves = useStudioState((state) => state.moves);
  const ply = useStudioState((state) => state.ply);
  const start = useStudioState((state) => state.start);
  const optionsHere = useStudioState((state) => state.game?.options ?? NO_OPTIONS);
  const compared = useSelect(researcher.store, (state) => state.compared);
  useSelect(researcher.store, (state) => state.study);

  const here = useMemo(() => reference(studio.state), [text, variant, options]);
  const title = variant ?? games[0]?.title;
  const partners = useMemo(() => partnersOf({ here, games, title, family, gallery, before, counted, chosen }), [games, gallery, before, counted, here, title, family, chosen]);
  const other = chosen ?? partners[0]?.list[0] ?? null;
  const choose = (label: string) => studio.store.set({ partner: partners.flatMap(({ list }) => list).find((candidate) => candidate.label === label) ?? null });
  const setOption = (option: OptionView, value: string) => {
    const { [option.name]: _, ...others } = other!.ref.options ?? {};
    studio.store.set({ partner: { ...other!, ref: { ...other!.ref, options: value === option.default ? others : { ...others, [option.name]: value } } } });
  };

  const line = useMemo(() => ({ ...(start ? { start } : {}), moves: moves.slice(0, ply) }), [start, moves, ply]);
  const key = other && pair(other.ref, here);
  const trouble = researcher.trouble();
  const answer = compared?.key === key && compared?.report ? { report: compared.report, html: compared.html } : null;

  function run() {
    if (!other) return;
    // Whoever comes to be the first partner meanwhile, this one was asked about.
    studio.store.set({ partner: other });
    // The sheet before is A, so that what is read goes from it to the one at hand.
    researcher.compare(other.ref, here);
  }

  return (
    <section class="compare" aria-label={t("Compare")}>
      <header class="compare-head">
        <div class="controls" role="toolbar" aria-label={t("Line of play")}>
          <IconButton icon="first" label={t("To the start")} disabled={ply === 0} onClick={() => studio.jump(0)} />
          <IconButton icon="back" label={t("Undo")} disabled={ply === 0} onClick={() => studio.jump(ply - 1)} />
          <IconButton icon="forward" label={t("Redo")} disabled={ply === moves.length} onClick={() => studio.jump(ply + 1)} />
        </div>
        <span class="fill" />
        {compared?.running ? <button type="button" onClick={() => researcher.stop("compared")}>{t("Stop")}</button> : <button type="button" class="primary" disabled={!other || trouble !== null} onClick={run}>{t("Compare")}</button>}
        <button type="button" disabled={!answer} onClick={() => save(stem(studio), answer!)}>{t("Report")}</button>
        <IconButton icon="close" label={t("Close the comparison")} onClick={() => studio.store.set({ comparing: false })} />
      </header>
      <LookingBar />
      <div class="sides">
        <div>
          <label>A{" "}
            <select value={other?.label ?? ""} onChange={(event) => choose(event.currentTarget.value)}>
              {partners.map(({ name, list }) => <optgroup label={name} key={name}>{list.map(({ label }) => <option value={label}>{label}</option>)}</optgroup>)}
            </select>
          </label>
          {other && <OptionsOf game={other.ref} set={setOption} />}
        </div>
        <div>
          <p class="side-options">B <strong>{title ?? t("this sheet")}</strong></p>
          <div class="side-options">{optionsHere.map((option) => <OptionField key={option.name} option={option} value={options[option.name] ?? option.value} set={(value) => studio.setOption(option.name, value, value === option.default)} />)}</div>
        </div>
      </div>
      <div class="two-boards">
        {other && <Side label="A" name={other.label} game={other.ref} line={line} play={false} />}
        <Side label="B" name={t("this sheet")} game={here} line={line} play />
      </div>
      <div class="study"><StudyFields /></div>
      {trouble && <p class="error-text" role="alert">{trouble}</p>}
      {compared && <StudyProgress of={compared} stale={compared.key !== key} />}
      {answer ? <Findings report={answer.report} name={stem(studio)} /> : !compared?.running && <p class="empty">{woven(t("Both boards show the line on B; play on B and see whether A follows. {compare} looks for a line that tells the games apart and plays both for their numbers."), { compare: <em>{t("Compare")}</em> })}</p>}
    </section>
  );
}

/** The options of a game that is not the one at hand. */
function OptionsOf({ game, set }: { game: GameRef; set: (option: OptionView, value: string) => void }) {
  const studio = useStudio();
  const [options, setOptions] = useState<OptionView[]>(NO_OPTIONS);
  const latest = useRef<Latest | null>(null);
  latest.current ??= new Latest(() => setOptions(NO_OPTIONS));
  useEffect(() => () => latest.current!.stop(), []);
  useEffect(() => {
    void latest.current!.run(async (signal) => setOptions((await studio.engine.ask("load", { game }, { signal })).game?.options ?? NO_OPTIONS));
  }, [game]);
  return <div class="side-options">{options.map((option) => <OptionField key={option.name} option={option} value={game.options?.[option.name] ?? option.value} set={(value) => set(option, value)} />)}</div>;
}

const NO_OPTIONS: OptionView[] = [];

/** As a page, or as the data of one where the engine makes none. */
function save(name: string, { report, html }: { report: Comparison; html: string | null }) {
  if (html) download(`${name}-compare.html`, withPlots(html), "text/html");
  else download(`${name}-compare.json`, JSON.stringify(report, null, 1), "application/json");
}

const NONE: { title: string }[] = [];

function Findings({ report, name }: { report: Comparison; name: string }) {
  const studio = useStudio();
  const { relation, changes, versus } = report;
  return (
    <div class="compare-report">
      <section>
        <h2>{t("Relation")}</h2>
        <p><strong>{relationWords(relation)}</strong> {relation.positions > 0 && <span class="quiet">{plural(relation.positions, "{n} pair of positions", "{n} pairs of positions")}</span>}</p>
        {relation.reason && <p class="detail">{inline(relation.reason)}</p>}
        {relation.witnesses.map((witness) => (
          <article class="claim">
            <button type="button" class="small" onClick={() => studio.follow({ moves: witness.moves }, witness.moves.length, undefined, undefined, t("the line that tells the games apart"))}>{t("show on the boards")}</button>{" "}
            {witness.moves.length ? t("after {moves}", { moves: witness.moves.join(" ") }) : t("at the start")}
            {witness.only_a.length > 0 && <p class="detail">{t("only A:")} <code>{witness.only_a.slice(0, 6).join(" ")}{witness.only_a.length > 6 ? " …" : ""}</code></p>}
            {witness.only_b.length > 0 && <p class="detail">{t("only B:")} <code>{witness.only_b.slice(0, 6).join(" ")}{witness.only_b.length > 6 ? " …" : ""}</code></p>}
            {witness.refusal && <p class="detail">{inline(witness.refusal.message)}</p>}
          </article>
        ))}
        <h2>{t("Changes of the rules")}</h2>
        {changes.length ? (
          <ul class="changes">{changes.map((change) => (
            <li><span class="quiet">{change.section} {change.how}</span>
              {change.a && <pre class="removed">{change.a.text}</pre>}
              {change.b && <pre class="added">{change.b.text}</pre>}
            </li>
          ))}</ul>
        ) : <p class="empty">{t("None.")}</p>}
      </section>
      {versus && <Versus versus={versus} report={report} name={name} />}
    </div>
  );
}

/** In the words of `rulebook compare`. */
function relationWords({ word, depth, exhausted, proved }: Comparison["relation"]): string {
  switch (word) {
    case "identical": return proved ? t("identical: the rules are equivalent") : exhausted ? t("identical: every reachable position was compared") : t("identical to depth {depth}", { depth });
    case "more": return t("B allows more");
    case "less": return t("B allows less");
    case "incomparable": return t("each allows something that the other does not");
    case "results": return t("same moves, different results");
    case "not comparable": return t("not comparable");
    default: return word;
  }
}

const VERDICTS: Record<string, string> = { different: english("different"), equal: english("equal"), equivalent: english("equivalent"), inconclusive: english("inconclusive") };

/** The numbers of both, each with its interval. */
function Versus({ versus, report, name }: { versus: NonNullable<Comparison["versus"]>; report: Comparison; name: string }) {
  const { metrics, games, agents, seed, lengths } = versus;
  const bins = (counts: number[]) => counts.map((games, index) => ({ from: Math.round(lengths.start + index * lengths.width), to: Math.round(lengths.start + (index + 1) * lengths.width) - 1, games }));
  const rows = () => [
    ["key", "label", "unit", "a", "a_low", "a_high", "b", "b_low", "b_high", "verdict"],
    ...metrics.map(({ key, label, unit, a, b, verdict }) => [key, label, unit, ...[a, b].flatMap((of) => [of?.value ?? null, of?.low ?? null, of?.high ?? null]), verdict]),
  ];
  const draw = (ink: typeof ofPage) => histogram(bins(lengths.b), bins(lengths.a), ink, [420, 170], { x: t("plies"), now: "B", before: "A" });
  return (
    <section class="versus">
      <header class="panel-head">
        <h2>{t("Numbers")} <span class="quiet">{plural(games, "{n} game each, {agents}, seed {seed}", "{n} games each, {agents}, seed {seed}", { agents: agents.join(" – "), seed })}</span></h2>
        <Saves name={`${name}-compare`} what={t("the numbers of both")} rows={rows} json={() => report} />
      </header>
      <div class="scroll" tabIndex={0} role="group" aria-label={t("Numbers of both games")}>
        <table>
          <thead><tr><th scope="col">{t("metric")}</th><th scope="col">A</th><th scope="col">B</th><th scope="col">{t("verdict")}</th></tr></thead>
          <tbody>{metrics.map(({ key, label, unit, a, b, verdict }) => (
            <tr key={key} class={verdict === "different" ? "different" : ""}><th scope="row">{inline(label)}</th><Cell of={a} unit={unit} /><Cell of={b} unit={unit} /><td>{verdict && t(VERDICTS[verdict] ?? verdict)}</td></tr>
          ))}</tbody>
        </table>
      </div>
      <figure>
        <figcaption class="panel-head"><h2>{t("Lengths of games")}</h2><Saves name={`${name}-lengths`} what={t("the lengths of games")} rows={() => [["from", "to", "a", "b"], ...bins(lengths.a).map(({ from, to, games }, index) => [from, to, games, lengths.b[index] ?? 0])]} svg={() => asFile({ words: t("Lengths of games of A and B"), draw })} /></figcaption>
        <div class="drawn" role="img" aria-label={t("Lengths of games of A and B: the numbers can be saved as CSV")} dangerouslySetInnerHTML={{ __html: written(draw(ofPage)) }} />
      </figure>
    </section>
  );
}

function Cell({ of, unit }: { of: Bounded | null; unit: string }) {
  return of ? <td>{number(of.value, unit)} <span class="quiet">{interval(of, unit)}</span></td> : <td>–</td>;
}
