// A game or a position from elsewhere: pasted, or of a file. What cannot be played is told with the place where it stops.

import { useEffect, useRef, useState } from "preact/hooks";
import { useStudio, useStudioState } from "./context";
import { Dialog } from "./Dialog";
import { stem } from "./files";
import { type Brought, type GameRecord, ImportError, legalPart, movesOrPosition, records, summary } from "./imported";
import { Latest } from "./latest";
import { inline } from "./markdown";
import { type Origin, reference } from "./state";
import { EMPTY, grow, remove } from "./tree";
import { number, t } from "./words";

/** As many games are listed at once. */
const LISTED = 200;

export function Import({ text: given }: { text: string }) {
  const studio = useStudio();
  const title = useStudioState((state) => state.game?.title ?? t("this game"));
  const [text, setText] = useState(given);
  const [several, setSeveral] = useState<GameRecord[]>([]);
  const [chosen, setChosen] = useState(0);
  const [failed, setFailed] = useState("");
  /** What could be read of it, where it is not all. */
  const [part, setPart] = useState<(() => void) | null>(null);
  const latest = useRef<Latest | null>(null);
  latest.current ??= new Latest((error) => setFailed(error.message));
  useEffect(() => () => latest.current!.stop(), []);
  const choose = (index: number) => {
    setChosen(index);
    setFailed("");
    setPart(null);
  };
  const close = () => studio.store.set({ dialog: null });

  /** Puts it on the board, or says what is wrong and offers the part that is right. */
  function put(brought: Brought, begin: (brought: Brought) => void, doubt = "") {
    const go = () => { begin(brought); close(); };
    if (!brought.said) return go();
    setFailed(`${doubt}${brought.said}`);
    setPart(brought.moves.length ? () => go : null);
  }

  function take(record: GameRecord) {
    void latest.current!.run(async (signal) => {
      const { loaded } = studio.state;
      const shipped = record.game && record.game !== stem(studio) ? (await studio.shipped(record.game)).find(({ name }) => name === record.game) : undefined;
      const origin: Origin | null = shipped ? { type: "shipped", name: shipped.name } : null;
      const text = shipped?.text ?? studio.state.text;
      const { games } = shipped ? await studio.engine.ask("load", { game: { text } }, { signal }) : { games: loaded?.games ?? [] };
      if (record.variant && games.every(({ title }) => title !== record.variant)) {
        const named = games.map(({ title }) => `“${title}”`).join(", ");
        throw new ImportError(t("This is a record of “{game}”, and the sheet has {games}.", { game: record.variant, games: named }));
      }
      const variant = record.variant && record.variant !== games[0]?.title ? record.variant : null;
      const of = { ...(shipped ? { text } : reference(studio.state)), ...(variant ? { variant } : { variant: undefined }) };
      const options = await chosenOptions(record, (options) => studio.engine.ask("load", { game: { ...of, options } }, { signal }));
      const brought = await legalPart(studio.engine, { ...of, options }, record.start ?? null, grow(EMPTY, record.moves), signal);
      put(brought, ({ start, tree, moves }) => {
        if (origin) studio.open({ text, origin, variant, options, start, tree: cut(tree, moves), moves });
        else studio.bring({ start, tree: cut(tree, moves), moves, variant, options });
      }, !shipped && record.game && record.game !== stem(studio) ? `${t("This is a record of “{game}”, which may be another game.", { game: record.game })} ` : "");
    });
  }

  function read(event?: Event) {
    event?.preventDefault();
    setFailed("");
    setPart(null);
    if (several.length) return take(several[chosen]!);
    try {
      const found = records(text);
      if (found && found.length > 1) {
        setSeveral(found);
        setChosen(0);
        return;
      }
      if (found) return take(found[0]!);
    } catch (error) {
      return setFailed((error as Error).message);
    }
    void latest.current!.run(async (signal) => {
      const { variant, options } = studio.state;
      const brought = await movesOrPosition(studio.engine, reference(studio.state), text, signal);
      put(brought, ({ start, tree, moves }) => studio.bring({ start, tree: cut(tree, moves), moves, variant, options }));
    });
  }
  // A file that was opened needs no second click, unless it has several games.
  useEffect(() => { if (given) read(); }, []);

  const first = Math.max(0, Math.min(chosen - LISTED / 2, several.length - LISTED));
  return (
    <Dialog title={t("Import")} close={close}>
      <form onSubmit={read}>
        {several.length > 1 ? (
          <>
            <label class="numbered">{t("Game")}{" "}
              <input type="number" min={1} max={several.length} value={chosen + 1} onInput={(event) => { const value = event.currentTarget.valueAsNumber; if (value >= 1 && value <= several.length) choose(value - 1); }} />
              {" "}{t("of {n}", { n: number(several.length) })}
            </label>
            <label class="stacked">{t("Games found")}
              <select size={Math.min(10, several.length)} class="games-list" value={String(chosen)} onChange={(event) => choose(Number(event.currentTarget.value))} onDblClick={() => read()}>
                {several.slice(first, first + LISTED).map((record, index) => <option value={String(first + index)}>{`${first + index + 1}. ${summary(record)}`}</option>)}
              </select>
            </label>
          </>
        ) : (
          <label class="stacked">{t("A record, moves of {title} as they are written down, or a position", { title })}
            <textarea
              rows={8} autofocus spellcheck={false} value={text} placeholder={"1. a7-a6 a2-a3 2. …"}
              onInput={(event) => { setText(event.currentTarget.value); setFailed(""); setPart(null); }}
            />
          </label>
        )}
        {failed && <p class="error-text" role="alert">{inline(failed)}</p>}
        <div class="row">
          <button type="submit" class="primary" disabled={!text.trim()}>{several.length > 1 ? t("Put on the board") : t("Import")}</button>
          {part && <button type="button" onClick={part}>{t("Import what is before it")}</button>}
          {several.length > 1 && <button type="button" onClick={() => { setSeveral([]); setText(""); choose(0); }}>{t("Another text")}</button>}
          {!several.length && <label class="button file-button">{t("From a file …")} <input type="file" class="hidden" accept=".json,.jsonl,.txt,text/plain,application/json" onChange={(event) => void event.currentTarget.files?.[0]?.text().then(setText)} /></label>}
        </div>
      </form>
    </Dialog>
  );
}

/** The tree as far as its main line is legal. */
const cut = (tree: typeof EMPTY, moves: string[]) => {
  const next = moves.reduce((node, move) => node.next.find((other) => other.move === move)!, tree).next[0];
  return next ? remove(tree, [...moves, next.move]) : tree;
};

/** Options that are other than they would be anyway: records may name them all. */
async function chosenOptions(record: GameRecord, load: (options: Record<string, string>) => Promise<{ game: { options: { name: string; default: string }[] } | null; findings: { severity: string; message: string }[] }>) {
  const all = Object.fromEntries(Object.entries(record.options ?? {}).map(([name, value]) => [name, String(value)]));
  if (!Object.keys(all).length) return all;
  const { game, findings } = await load(all);
  if (!game) throw new ImportError(t("The sheet cannot be played at the options of this record: {why}.", { why: findings.find(({ severity }) => severity === "error")?.message ?? t("it has errors") }));
  const defaults = new Map(game.options.map(({ name, default: value }) => [name, value]));
  return Object.fromEntries(Object.entries(all).filter(([name, value]) => defaults.get(name) !== value));
}
