// Beside the seats: a player that learns the game by playing against itself, how strong it is, and what can be done with it.

import { useRef } from "preact/hooks";
import { useStudio, useStudioState } from "./context";
import { type Length, LENGTHS, LEVELS, lastPoint, learnedHere, told } from "./learner";
import type { KeptPlayer } from "./shelf";
import { current, keyOf } from "./state";
import { later } from "./later";
import { number, plural, t } from "./words";

const Strength = later(async () => (await import("./Strength")).Strength);

export function Learning() {
  const game = useStudioState((state) => state.game);
  const learned = useStudioState(learnedHere);
  const training = useStudioState((state) => state.training);
  if (!game) return null;
  const player = learned?.player ?? null;
  return (
    <section class="panel learning" aria-labelledby="learning-title">
      <header class="panel-head">
        <h2 id="learning-title">{t("Learned player")}</h2>
        {!training?.running && (player ? <span class="quiet">{plural(player.games, "{n} game", "{n} games")}</span> : <Load />)}
      </header>
      {training?.running ? <Progress /> : player ? <Player player={player} /> : <Nobody other={learned?.other ?? null} />}
      {training?.error && <p class="error-text" role="alert">{training.error}</p>}
    </section>
  );
}

/** How far the training is. What changes often is not read out: the rest is a status. */
function Progress() {
  const studio = useStudio();
  const { progress, ref } = useStudioState((state) => state.training)!;
  const elsewhere = useStudioState((state) => state.ref !== ref && (!state.ref || keyOf(state.ref) !== keyOf(ref)));
  const of = progress.train?.games ?? 0;
  const now = { plays: t("It plays against itself."), "is measured": t("It is measured."), "is measured again": t("What is kept is measured once more, by fresh games.") };
  return (
    <>
      <div class="explore-progress">
        <progress aria-label={t("Games played")} {...(of ? { max: of, value: progress.played } : {})} />
        <button type="button" class="small" onClick={() => studio.learner.stop()}>{t("Stop")}</button>
      </div>
      <p class="quiet">{of ? t("{n} of {all} games", { n: number(progress.played), all: number(of) }) : "\u00a0"}</p>
      <p class="quiet" role="status">{progress.now ? now[progress.now] : t("The game is looked at.")}{elsewhere && ` ${t("It learns the sheet before it was edited.")}`}</p>
      {progress.train && progress.train.curve.length > 0 && <Strength train={progress.train} />}
    </>
  );
}

/** Nobody has learned the game: how to come to a player. */
function Nobody({ other }: { other: KeptPlayer | null }) {
  const studio = useStudio();
  const able = useStudioState(current);
  const stopped = useStudioState((state) => state.training?.stopped ?? false);
  const length = useStudioState((state) => state.learning);
  const same = useStudioState((state) => other !== null && other.equipment === state.learned?.equipment);
  return (
    <>
      {other ? (
        <p class="note" role="status">
          {plural(other.games, "The player here has learned other rules: {game}, from {n} game. It does not play this sheet.", "The player here has learned other rules: {game}, from {n} games. It does not play this sheet.", { game: told(other) })}{" "}
          {same ? t("Its pieces and board are the same: what it knows may be a beginning.") : t("Its pieces or board are others, so that nothing of it is of use.")}
        </p>
      ) : (
        <p class="quiet" role={stopped ? "status" : undefined}>{stopped
          ? t("Stopped before there was anything to keep.")
          : t("An opponent for this sheet, from games that the page plays against itself: some {time} for games of middling length.", { time: t(LENGTHS[length].says) })}</p>
      )}
      <div class="row">
        <button type="button" class="primary" disabled={!able} onClick={() => studio.learner.start(null)}>{t("Learn this game")}</button>
        <LengthChoice />
        {other && same && <button type="button" disabled={!able} onClick={() => studio.learner.start(other)}>{t("Begin from it")}</button>}
      </div>
    </>
  );
}

function Player({ player }: { player: KeptPlayer }) {
  const studio = useStudio();
  const able = useStudioState(current);
  const seats = useStudioState((state) => state.seats);
  const players = useStudioState((state) => state.game?.players.length ?? 2);
  const { train } = player;
  const point = train && lastPoint(train);
  const opponent = players - 1;
  const sits = seats.some((agent) => LEVELS.some(([level]) => level === agent));
  return (
    <>
      {train && point && <Strength train={train} />}
      {train && <p class="quiet">{train.kept
        ? `${t("By fresh games.")} ${train.stopped_growing ? t("It was not seen to grow any more.") : t("It was still growing.")}`
        : t("Stopped: by the games that it was chosen by, which flatter it.")}</p>}
      {!train && <p class="quiet">{t("From a file: how strong it is was not measured here.")}</p>}
      <dl class="levels" aria-label={t("How it plays at the seats")}>
        {LEVELS.map(([agent, name, says]) => <div key={agent}><dt>{t(name)}</dt><dd>{t(says)}</dd></div>)}
      </dl>
      <div class="row">
        {!sits && <button type="button" class="primary" onClick={() => studio.setSeat(opponent, LEVELS[1]![0])}>{t("Play against it")}</button>}
        <button type="button" disabled={!able} title={t("More games, from what it knows")} onClick={() => studio.learner.start(player)}>{t("Learn on")}</button>
        <LengthChoice />
      </div>
      <div class="row">
        <button type="button" class="small" title={t("The file that `rulebook train` writes")} onClick={() => void studio.learner.save(player)}>{t("Download")}</button>
        <Load />
        <button type="button" class="small" onClick={() => void studio.learner.forget(player)}>{t("Forget")}</button>
      </div>
    </>
  );
}

function LengthChoice() {
  const studio = useStudio();
  const length = useStudioState((state) => state.learning);
  return (
    <select aria-label={t("How long it learns")} value={length} onChange={(event) => studio.store.set({ learning: event.currentTarget.value as Length })}>
      {Object.entries(LENGTHS).map(([name, { word, says }]) => <option value={name} title={t("Some {time} for games of middling length", { time: t(says) })}>{t(word)}</option>)}
    </select>
  );
}

function Load() {
  const studio = useStudio();
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <button type="button" class="small" title={t("A player in a file: downloaded here, or written by rulebook train")} onClick={() => input.current?.click()}>{t("Load a file")}</button>
      <input
        ref={input} type="file" hidden accept=".player"
        onChange={(event) => {
          const file = event.currentTarget.files?.[0];
          event.currentTarget.value = "";
          if (file) void studio.learner.load(file);
        }}
      />
    </>
  );
}
