// Two games side by side: one line of play on two boards, how the games are related with a line that shows it, and their numbers.

import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { useStudio, useStudioState } from "./context";
import { IconButton } from "./icons";
import { download, stem } from "./files";
import { Latest } from "./latest";
import { inline } from "./markdown";
import { LookingBar } from "./LookingBar";
import { withPlots } from "./plots";
import { Side } from "./Side";
import { type Partner, reference } from "./state";

/** What of the report is read here; the whole of it is in the page that can be downloaded. */
interface Report {
  changes: { section: string; name: string; how: string; a: { text: string } | null; b: { text: string } | null }[];
  relation: {
    word: string; reason: string | null; depth: number; exhausted: boolean; proved: boolean; positions: number; samples: number;
    witnesses: { shows: string; moves: string[]; only_a: string[]; only_b: string[]; refusal: { message: string } | null }[];
  };
  versus: { games: number; metrics: { key: string; label: string; unit: string; a: Value | null; b: Value | null; verdict: string }[] } | null;
}
interface Value { value: number; low: number; high: number }

const GAMES = 500;

export function Compare() {
  const studio = useStudio();
  const games = useStudioState((state) => state.loaded?.games ?? NONE);
  const gallery = useStudioState((state) => state.gallery);
  const before = useStudioState((state) => state.before);
  // Which game the figures are of, and not the figures: they come in one after another.
  const counted = useStudioState((state) => state.numbers?.key);
  const partner = useStudioState((state) => state.partner);
  const text = useStudioState((state) => state.text);
  const variant = useStudioState((state) => state.variant);
  const options = useStudioState((state) => state.options);
  const moves = useStudioState((state) => state.moves);
  const ply = useStudioState((state) => state.ply);
  const start = useStudioState((state) => state.start);

  const here = useMemo(() => reference(studio.state), [text, variant, options]);
  const partners = useMemo(() => {
    const found: Partner[] = [];
    const title = variant ?? games[0]?.title;
    if (before && counted && before.key !== counted) {
      const [older, olderVariant, olderOptions] = JSON.parse(before.key) as [string, string | null, [string, string][]];
      found.push({ label: "the sheet before the edit", ref: { text: older, ...(olderVariant ? { variant: olderVariant } : {}), options: Object.fromEntries(olderOptions) } });
    }
    for (const game of games) if (game.title !== title) found.push({ label: game.title, ref: { ...here, variant: game.title } });
    // A variant that a search found.
    if (partner && found.every(({ label }) => label !== partner.label)) found.push(partner);
    for (const entry of gallery) if (entry.text !== text) found.push({ label: `${entry.title} (shipped)`, ref: { text: entry.text, name: `${entry.name}.game` } });
    return found;
  }, [games, gallery, before, counted, here, text, partner]);
  const other = partner ?? partners[0] ?? null;
  const choose = (label: string) => studio.store.set({ partner: partners.find((candidate) => candidate.label === label) ?? null });

  const line = useMemo(() => ({ ...(start ? { start } : {}), moves: moves.slice(0, ply) }), [start, moves, ply]);
  const [answer, setAnswer] = useState<{ report: Report; html: string | null } | null>(null);
  const [progress, setProgress] = useState("");
  const latest = useRef<Latest | null>(null);
  latest.current ??= new Latest((error) => setProgress(error.message));
  useEffect(() => () => latest.current!.stop(), []);
  useEffect(() => {
    setAnswer(null);
    setProgress("");
    latest.current!.stop();
  }, [here, other?.ref]);

  function run() {
    if (!other) return;
    // Whoever comes to be the first partner meanwhile, this one was asked about.
    studio.store.set({ partner: other });
    setProgress("comparing …");
    void latest.current!.run(async (signal) => {
      // The sheet before is A, so that what is read goes from it to the one at hand.
      const answer = await studio.engine.ask("compare", { a: other.ref, b: here, games: GAMES, seed: 1, html: true }, { signal, seconds: 120 });
      setAnswer(answer as { report: Report; html: string | null });
      setProgress("");
    });
  }

  return (
    <section class="compare" aria-label="Compare">
      <header class="compare-head">
        <label>A{" "}
          <select value={other?.label ?? ""} onChange={(event) => choose(event.currentTarget.value)}>
            {partners.map(({ label }) => <option value={label}>{label}</option>)}
          </select>
        </label>
        <span>B <strong>{variant ?? games[0]?.title ?? "this sheet"}</strong></span>
        <div class="controls" role="toolbar" aria-label="Line of play">
          <IconButton icon="first" label="To the start" disabled={ply === 0} onClick={() => studio.jump(0)} />
          <IconButton icon="back" label="Undo" disabled={ply === 0} onClick={() => studio.jump(ply - 1)} />
          <IconButton icon="forward" label="Redo" disabled={ply === moves.length} onClick={() => studio.jump(ply + 1)} />
        </div>
        <span class="fill" />
        {progress === "comparing …" ? <button type="button" onClick={() => { latest.current!.stop(); setProgress("stopped"); }}>Stop</button> : <button type="button" class="primary" disabled={!other} onClick={run}>Compare</button>}
        <button type="button" disabled={!answer} onClick={() => save(stem(studio), answer!)}>Report</button>
        <IconButton icon="close" label="Close the comparison" onClick={() => studio.store.set({ comparing: false })} />
      </header>
      <LookingBar />
      <div class="two-boards">
        {other && <Side label="A" name={other.label} game={other.ref} line={line} play={false} />}
        <Side label="B" name="this sheet" game={here} line={line} play />
      </div>
      <p class="quiet" role="status">{progress || "\u00a0"}</p>
      {answer ? <Findings report={answer.report} /> : <p class="empty">Both boards show the line on B; play on B and see whether A follows. <em>Compare</em> looks for a line that tells the games apart and plays {GAMES} random games of each.</p>}
    </section>
  );
}

/** As a page, or as the data of one where the engine makes none. */
function save(name: string, { report, html }: { report: Report; html: string | null }) {
  if (html) download(`${name}-compare.html`, withPlots(html), "text/html");
  else download(`${name}-compare.json`, JSON.stringify(report, null, 1), "application/json");
}

const NONE: { title: string }[] = [];

function Findings({ report }: { report: Report }) {
  const studio = useStudio();
  const { relation, changes, versus } = report;
  return (
    <div class="compare-report">
      <section>
        <h2>Relation</h2>
        <p><strong>{relationWords(relation)}</strong> {relation.positions > 0 && <span class="quiet">{relation.positions.toLocaleString("en")} pairs of positions</span>}</p>
        {relation.reason && <p class="detail">{inline(relation.reason)}</p>}
        {relation.witnesses.map((witness) => (
          <article class="claim">
            <button type="button" class="small" onClick={() => studio.follow({ moves: witness.moves }, witness.moves.length, undefined, undefined, "the line that tells the games apart")}>show on the boards</button>{" "}
            {witness.moves.length ? `after ${witness.moves.join(" ")}` : "at the start"}
            {witness.only_a.length > 0 && <p class="detail">only A: <code>{witness.only_a.slice(0, 6).join(" ")}{witness.only_a.length > 6 ? " …" : ""}</code></p>}
            {witness.only_b.length > 0 && <p class="detail">only B: <code>{witness.only_b.slice(0, 6).join(" ")}{witness.only_b.length > 6 ? " …" : ""}</code></p>}
            {witness.refusal && <p class="detail">{witness.refusal.message}</p>}
          </article>
        ))}
        <h2>Changes of the rules</h2>
        {changes.length ? (
          <ul class="changes">{changes.map((change) => (
            <li><span class="quiet">{change.section} {change.how}</span>
              {change.a && <pre class="removed">{change.a.text}</pre>}
              {change.b && <pre class="added">{change.b.text}</pre>}
            </li>
          ))}</ul>
        ) : <p class="empty">None.</p>}
      </section>
      {versus && (
        <section>
          <h2>Numbers <span class="quiet">{versus.games} random games each</span></h2>
          <div class="scroll" tabIndex={0} role="group" aria-label="Numbers of both games">
            <table>
              <thead><tr><th scope="col">metric</th><th scope="col">A</th><th scope="col">B</th><th scope="col">verdict</th></tr></thead>
              <tbody>{versus.metrics.map(({ key, label, unit, a, b, verdict }) => (
                <tr key={key} class={verdict === "different" ? "different" : ""}><th scope="row">{inline(label)}</th><td>{value(a, unit)}</td><td>{value(b, unit)}</td><td>{verdict}</td></tr>
              ))}</tbody>
            </table>
          </div>
        </section>
      )}
    </div>
  );
}

/** In the words of `rulebook compare`. */
function relationWords({ word, depth, exhausted, proved }: Report["relation"]): string {
  switch (word) {
    case "identical": return proved ? "identical: the rules are equivalent" : exhausted ? "identical: every reachable position was compared" : `identical to depth ${depth}`;
    case "more": return "B allows more";
    case "less": return "B allows less";
    case "incomparable": return "each allows something that the other does not";
    case "results": return "same moves, different results";
    default: return word;
  }
}

function value(of: Value | null, unit: string): string {
  if (!of) return "–";
  const share = unit === "share" || unit === "%";
  const number = share ? of.value * 100 : of.value;
  return `${number.toFixed(Math.abs(number) >= 100 ? 0 : Math.abs(number) >= 10 ? 1 : 2)}${share ? " %" : ""}`;
}
