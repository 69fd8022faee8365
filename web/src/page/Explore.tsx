// The rules searched for variants whose games are as one wishes: what is asked, the variants as they fare, and what was found.

import { useEffect, useRef, useState } from "preact/hooks";
import type { WishName } from "../protocol";
import { useStudio, useStudioState } from "./context";
import { varied } from "./exploration";
import { download, stem } from "./files";
import { ExploreVariant } from "./ExploreVariant";
import { Fates, Results } from "./Findings";
import { IconButton } from "./icons";
import { Latest } from "./latest";
import { inline } from "./markdown";
import { withPlots } from "./plots";
import { current } from "./state";
import { WishField } from "./WishField";
import { number, t } from "./words";

export function Explore() {
  const studio = useStudio();
  const exploration = useStudioState((state) => state.exploration);
  const able = useStudioState(current);
  const wished = useStudioState((state) => state.wished);
  const running = exploration?.running ?? false;
  const ready = able && wished.want.trim() !== "" && (wished.everything || varied(wished).length > 0);
  const start = () => { if (ready && !running) studio.explorer.start(); };
  const close = () => studio.store.set({ exploring: false });
  return (
    <section class="explore" aria-label={t("Explore")} onKeyDown={(event) => { if (event.key === "Escape" && !(event.target as Element).closest("input, textarea")) close(); }}>
      <header class="compare-head">
        <h2>{t("Explore the rules of {title}", { title: exploration?.found?.game ?? studio.state.game?.title ?? t("this sheet") })}</h2>
        <span class="fill" />
        {running
          ? <button type="button" onClick={() => studio.explorer.stop()}>{t("Stop")}</button>
          : <button type="button" class="primary" disabled={!ready} onClick={start}>{t("Explore")}</button>}
        <button type="button" disabled={!exploration?.found} onClick={() => save(stem(studio), exploration!.html, exploration!.found)}>{t("Report")}</button>
        <IconButton icon="close" label={t("Close the search")} onClick={close} />
      </header>
      <div class="explore-body">
        <Asked start={start} />
        <div class="explore-found">
          <Progress />
          {exploration?.found && <Results found={exploration.found} />}
          {exploration && <Fates exploration={exploration} />}
          {!exploration && (
            <p class="empty">{t("Write what games of the sheet should be like. Options and single rules are varied; each variant is played as long as it may still meet the wishes, and the best are played again with fresh games, of which alone the figures are shown.")}</p>
          )}
        </div>
        {exploration && <ExploreVariant exploration={exploration} />}
      </div>
    </section>
  );
}

/** As a page, or as the data of one where the engine makes none. */
function save(name: string, html: string | null, found: unknown) {
  if (html) download(`${name}-explore.html`, withPlots(html), "text/html");
  else download(`${name}-explore.json`, JSON.stringify(found, null, 1), "application/json");
}

/** What is wished for, and what is varied. */
function Asked({ start }: { start: () => void }) {
  const studio = useStudio();
  const wished = useStudioState((state) => state.wished);
  const ref = useStudioState((state) => state.ref);
  const options = useStudioState((state) => state.game?.options ?? NONE);
  const change = (patch: Partial<typeof wished>) => studio.store.set({ wished: { ...studio.state.wished, ...patch } });
  const [known, setKnown] = useState<{ names: WishName[]; keep: string[] }>({ names: [], keep: [] });
  const latest = useRef<Latest | null>(null);
  latest.current ??= new Latest();
  useEffect(() => () => latest.current!.stop(), []);
  useEffect(() => {
    if (ref) void latest.current!.run(async (signal) => setKnown(await studio.engine.ask("wishes", { game: ref }, { signal, seconds: 10 })));
  }, [ref]);
  return (
    <form class="explore-asked" aria-label={t("What is wished for")} onSubmit={(event) => { event.preventDefault(); start(); }}>
      <WishField value={wished.want} names={known.names} change={(want) => change({ want })} submit={start} />
      <fieldset>
        <legend>{t("What is varied")}</legend>
        <label class="check-row"><input type="checkbox" checked={wished.everything} onChange={(event) => change({ everything: event.currentTarget.checked })} /> {t("everything")}</label>
        {!wished.everything && (
          <>
            <label class="check-row"><input type="checkbox" checked={wished.rules} onChange={(event) => change({ rules: event.currentTarget.checked })} /> {t("single rules")}</label>
            {options.map((option) => (
              <div class="vary-option" key={option.name}>
                <label class="check-row">
                  <input
                    type="checkbox" checked={option.name in wished.options}
                    onChange={(event) => {
                      const { [option.name]: _, ...others } = wished.options;
                      change({ options: event.currentTarget.checked ? { ...others, [option.name]: "" } : others });
                    }}
                  /> {option.name}
                </label>
                {option.name in wished.options && (
                  <input
                    type="text" aria-label={t("Values of {option}", { option: option.name })} value={wished.options[option.name]}
                    placeholder={option.domain.type === "range" ? `${option.domain.low}..=${option.domain.high}` : option.domain.values.join(", ")}
                    onInput={(event) => change({ options: { ...wished.options, [option.name]: event.currentTarget.value } })}
                  />
                )}
              </div>
            ))}
          </>
        )}
        <label class="check-row"><input type="checkbox" checked={wished.pairs} onChange={(event) => change({ pairs: event.currentTarget.checked })} /> {t("pairs of changes, where one is not enough")}</label>
      </fieldset>
      <label class="stacked">{t("Stays as it is")}
        <input type="text" list="explore-keep" placeholder={known.keep.slice(0, 2).join(", ")} value={wished.keep} onInput={(event) => change({ keep: event.currentTarget.value })} />
        <datalist id="explore-keep">{known.keep.map((name) => <option value={name} />)}</datalist>
      </label>
      <label class="stacked">{t("Lines of your own, a variant each")}
        <textarea rows={2} spellcheck={false} placeholder="pie off" value={wished.lines} onInput={(event) => change({ lines: event.currentTarget.value })} />
      </label>
      <div class="explore-numbers">
        <label class="stacked" title={t("Who plays; of several, what is refuted at one stage does not come to the next")}>{t("Agents")}
          <input type="text" list="explore-agents" value={wished.agents} onInput={(event) => change({ agents: event.currentTarget.value })} />
          <datalist id="explore-agents"><option value="random" /><option value="random, mcts:20" /><option value="mcts:50" /></datalist>
        </label>
        <label class="stacked">{t("Number of games")}
          <input type="number" min={100} max={1_000_000} step={100} value={wished.games} onInput={(event) => change({ games: Number(event.currentTarget.value) })} />
        </label>
        <label class="stacked">{t("Best")}
          <input type="number" min={1} max={20} value={wished.best} onInput={(event) => change({ best: Number(event.currentTarget.value) })} />
        </label>
      </div>
      <button type="submit" class="hidden" tabIndex={-1} aria-hidden="true">{t("Explore")}</button>
    </form>
  );
}

const NONE: never[] = [];

/** How far it is. What changes often is not read out: the rest is a status. */
function Progress() {
  const exploration = useStudioState((state) => state.exploration);
  const stale = useStudioState((state) => state.exploration !== null && !state.text.startsWith(state.exploration.ref.text.trimEnd()));
  if (!exploration) return null;
  const { running, games, of, last, error, found } = exploration;
  const step = last ? t("the best are played again with fresh games") : t("variants are raced");
  return (
    <>
      {running && (
        <div class="explore-progress">
          <progress max={of} value={games} aria-label={t("Games played")} />
          <span class="quiet">{t("{n} of {all} games", { n: number(games), all: number(of) })}</span>
        </div>
      )}
      <p class="quiet" role="status">{running ? step : found ? t("done") : error ? "" : t("stopped")}{stale ? ` · ${t("of the sheet before it was edited")}` : ""}</p>
      {error && <p class="error-text" role="alert">{inline(error)}</p>}
    </>
  );
}
