// Who plays each seat, and what the search thinks of the position.

import { useState } from "preact/hooks";
import { useStudio, useStudioState } from "./context";
import { Dialog } from "./Dialog";
import { LEVELS, learnedHere } from "./learner";
import { inline } from "./markdown";
import { usePlayerColour } from "./players";
import { english, t } from "./words";

const OTHER = "…";
const AGENTS: [string, string][] = [
  ["person", english("person")], ["random", english("random")], ["greedy", english("greedy")], ["mcts:100", english("search 100")], ["mcts:500", english("search 500")],
  ["mcts:2000", english("search 2,000")], ["mcts:10000", english("search 10,000")],
];

export function Seats() {
  const colourOf = usePlayerColour();
  const studio = useStudio();
  const game = useStudioState((state) => state.game);
  const position = useStudioState((state) => state.position);
  const seats = useStudioState((state) => state.seats);
  const thinking = useStudioState((state) => state.thinking);
  const paused = useStudioState((state) => state.paused);
  const evaluation = useStudioState((state) => state.evaluation);
  const opinion = useStudioState((state) => state.opinion);
  const learned = useStudioState((state) => learnedHere(state)?.player != null);
  const [asked, setAsked] = useState<number | null>(null);
  const choose = (seat: number, select: HTMLSelectElement) => {
    if (select.value !== OTHER) return studio.setSeat(seat, select.value);
    select.value = seats[seat] ?? "person";
    setAsked(seat);
  };
  if (!game) return null;
  const agents: [string, string][] = [...AGENTS, ...LEVELS.filter(([agent]) => learned || seats.includes(agent)).map(([agent, name]): [string, string] => [agent, name])];
  const machines = seats.some((seat) => seat !== "person");
  return (
    <section class="panel seats" aria-labelledby="seats-title">
      <header class="panel-head">
        <h2 id="seats-title">{t("Seats")}</h2>
        {machines && (
          <button type="button" class="small" onClick={() => studio.store.set({ paused: !paused })}>{paused ? t("Let them play") : t("Pause")}</button>
        )}
      </header>
      {game.players.map((_, seat) => {
        // Seats may have been exchanged: the colour is that of the player who sits there now.
        const player = position?.swapped && game.players.length === 2 ? 1 - seat : seat;
        const agent = seats[seat] ?? "person";
        const acts = position?.toAct?.seat === seat + 1;
        return (
          <label class={acts ? "seat acts" : "seat"} key={seat}>
            <span class="dot" style={{ background: colourOf(game, player) }} />
            <span class="seat-name">{game.players[player]}<span class="quiet"> · {t("seat {n}", { n: seat + 1 })}</span></span>
            <select value={agent} onChange={(event) => choose(seat, event.currentTarget)} aria-label={t("Seat {n} is played by", { n: seat + 1 })}>
              {agents.concat(agents.some(([value]) => value === agent) ? [] : [[agent, agent]]).map(([value, label]) => (
                <option value={value}>{t(label)}</option>
              ))}
              <option value={OTHER}>{t("other …")}</option>
            </select>
          </label>
        );
      })}
      {asked !== null && <OtherAgent close={() => setAsked(null)} take={(agent) => studio.setSeat(asked, agent)} />}
      <label class="check-row">
        <input type="checkbox" checked={evaluation} onChange={(event) => studio.store.set({ evaluation: event.currentTarget.checked })} />
        {t("Evaluate positions")}
      </label>
      {evaluation && <Bar values={opinion?.values ?? null} />}
      <p class="quiet thinking" role="status">{thinking ? t("thinking …") : "\u00a0"}</p>
    </section>
  );
}

/** An agent as `rulebook measure --agent` names it. */
function OtherAgent({ close, take }: { close: () => void; take: (agent: string) => void }) {
  const [agent, setAgent] = useState("greedy:count(mine) - count(enemy)");
  return (
    <Dialog title={t("Another agent")} close={close}>
      <form class="row" onSubmit={(event) => { event.preventDefault(); close(); if (agent.trim()) take(agent.trim()); }}>
        <input type="text" autofocus size={36} aria-label={t("Agent")} value={agent} onInput={(event) => setAgent(event.currentTarget.value)} />
        <button type="submit" class="primary">{t("Choose")}</button>
      </form>
      <p class="quiet">{inline(t("`greedy:EXPRESSION` takes the move after which the expression is highest for the mover; `mcts:N` searches with N simulations. `learned:player,depth=3` and `mcts:2000,value=player` play by what was learned."))}</p>
    </Dialog>
  );
}

/** The share of each seat, as far as the search can tell. */
function Bar({ values }: { values: number[] | null }) {
  const colourOf = usePlayerColour();
  const game = useStudioState((state) => state.positionGame);
  const position = useStudioState((state) => state.position);
  const sum = values?.reduce((a, b) => a + b, 0) || 1;
  const text = values ? values.map((value, seat) => t("seat {n}: {share} %", { n: seat + 1, share: Math.round((100 * value) / sum) })).join(", ") : t("no opinion yet");
  return (
    <div class="evaluation" role="img" aria-label={t("Evaluation: {text}", { text })} title={text}>
      {(values ?? []).map((value, seat) => (
        <span style={{ width: `${(100 * value) / sum}%`, background: colourOf(game, position?.swapped && values!.length === 2 ? 1 - seat : seat) }} />
      ))}
    </div>
  );
}
