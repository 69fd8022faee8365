// A strip below the head: play a move, change a number, watch the numbers move.

import { useStudio, useStudioState } from "../context";
import { IconButton } from "../icons";
import type { Numbers } from "../../protocol";
import { changeable, step } from "./steps";
import { english, plural, t, woven } from "../words";

const STEPS = [english("Play a move"), english("Change a number"), english("Watch the numbers")];

export function First() {
  const studio = useStudio();
  const first = useStudioState((state) => state.first)!;
  const at = step(first);
  const done = [first.played, first.changed, first.watched];
  return (
    <section class="first" aria-label={t("First steps")}>
      <ol class="first-steps">
        {STEPS.map((title, index) => (
          <li key={title} class={done[index] ? "done" : index === at ? "now" : "later"} aria-current={index === at ? "step" : undefined}>
            <span class="first-mark" aria-hidden="true">{done[index] ? "✓" : index + 1}</span>
            <span class="first-title">{t(title)}<span class="hidden">{done[index] ? t(", done") : ""}</span></span>
          </li>
        ))}
      </ol>
      <div class="first-text" role="status">
        {at === 0 ? <Play /> : at === 1 ? <Change /> : at === 2 ? <Watch /> : <Done />}
      </div>
      <IconButton icon="close" label={t("Put the first steps away")} onClick={() => studio.first.end()} />
    </section>
  );
}

function Play() {
  const doc = useStudioState((state) => state.game?.doc ?? "");
  const answered = useStudioState((state) => state.seats.some((seat) => seat !== "person"));
  return <p>{doc} {answered ? t("Click the board where you want to play: the computer answers.") : t("Click the board where you want to play.")}</p>;
}

function Change() {
  const studio = useStudio();
  const text = useStudioState((state) => state.text);
  const number = changeable(text);
  const show = () => {
    studio.store.set({ tab: "sheet" });
    if (number) requestAnimationFrame(() => studio.editor?.reveal(number, true));
  };
  return (
    <>
      <p>{t("These rules are a text that can be changed as you play.")} {number ? woven(t(number.said), { option: <span>{number.option}</span>, value: <mark>{number.value}</mark>, instead: <mark>{number.instead}</mark> }) : t("Change a number in the sheet.")}</p>
      <button type="button" class="small" onClick={show}>{t("Show me")}</button>
      {number && <button type="button" class="small" onClick={() => studio.editor?.change([{ span: number, text: number.instead }], number.start + number.instead.length)}>{t("Do it for me")}</button>}
    </>
  );
}

function Watch() {
  const studio = useStudio();
  const games = useStudioState((state) => (state.numbersState === "running" && state.numbers ? state.numbers.value.games : 0));
  const broken = useStudioState((state) => state.loaded !== null && state.loadedText === state.text && !state.loaded.game);
  return (
    <>
      <p>{broken ? t("The sheet cannot be read as it is: the problem is below it.") : games
        ? plural(games, "You play by the new rule from here. What it does to the game is played out beside the board: {n} game …", "You play by the new rule from here. What it does to the game is played out beside the board: {n} games …")
        : t("You play by the new rule from here. What it does to the game is played out beside the board …")}</p>
      <button type="button" class="small first-show" onClick={() => studio.store.set({ tab: "numbers" })}>{t("Show me")}</button>
    </>
  );
}

function Done() {
  const studio = useStudio();
  const before = useStudioState((state) => state.before?.value ?? null);
  const now = useStudioState((state) => state.numbers?.value ?? null);
  const failing = useStudioState((state) => state.testsText === state.text && (state.tests?.some(({ passed }) => !passed) ?? false));
  const end = (then: () => void) => { studio.first.end(); then(); };
  return (
    <>
      <p>{before && now && before !== now ? <>{told(before, now)} </> : null}{failing ? t("A test in the sheet has noticed.") : t("Every rule is changed like this number.")}</p>
      <button type="button" class="small" onClick={() => end(() => studio.store.set({ dialog: "gallery" }))}>{t("Other games")}</button>
      <button type="button" class="small" onClick={() => end(() => studio.guide.open("tutorial"))}>{t("Write one of your own")}</button>
    </>
  );
}

/** What the change did, in a sentence. */
function told(before: Numbers, now: Numbers): string {
  const [a, b] = [before, now].map(({ length }) => Math.round(length.mean));
  const length = a === b ? plural(b!, "Games last {n} move as before", "Games last {n} moves as before") : plural(b!, "Games last {n} move instead of {before}", "Games last {n} moves instead of {before}", { before: a! });
  const [x, y] = [before, now].map(({ seats }) => Math.round(100 * (seats[0]?.rate ?? 0)));
  return x === y ? t("{length}; who begins wins {now} %, as before.", { length, now: y! }) : t("{length}; who begins wins {now} %, not {before} %.", { length, now: y!, before: x! });
}
