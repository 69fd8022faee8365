// Who plays, how many games, from which seed: the fields of a study.

import { useState } from "preact/hooks";
import { useStudio, useStudioState } from "./context";
import { LEVELS, learnedHere } from "./learner";
import { BOUNDS, whole } from "./research";
import { useSelect } from "./store";
import { english, t } from "./words";

const AGENTS: [string, string][] = [["random", english("random")], ["greedy", english("greedy")], ["mcts:20", english("search 20")], ["mcts:100", english("search 100")], ["mcts:500", english("search 500")]];
const OTHER = "…";

export function StudyFields() {
  const studio = useStudio();
  const { researcher } = studio;
  const study = useSelect(researcher.store, (state) => state.study);
  const players = useStudioState((state) => state.game?.players ?? NONE);
  return (
    <div class="study-fields" role="group" aria-label={t("Games to play")}>
      {players.map((player, seat) => <Agent key={seat} seat={seat} player={player} agent={study.agents[seat] ?? "random"} />)}
      <Count label={t("Number of games")} value={study.games} bounds={BOUNDS.games} set={(games) => researcher.set({ games })} />
      <Count label={t("Seed")} value={study.seed} bounds={BOUNDS.seed} set={(seed) => researcher.set({ seed })} />
    </div>
  );
}

const NONE: never[] = [];

/** A whole number. What is out of bounds is marked, and nothing is played by it. */
function Count({ label, value, bounds, set }: { label: string; value: number; bounds: readonly [number, number]; set: (value: number) => void }) {
  return (
    <label class="stacked">{label}
      <input type="number" min={bounds[0]} max={bounds[1]} step={1} value={Number.isNaN(value) ? "" : value} aria-invalid={!whole(value, bounds)} onInput={(event) => set(event.currentTarget.valueAsNumber)} />
    </label>
  );
}

function Agent({ seat, player, agent }: { seat: number; player: string; agent: string }) {
  const studio = useStudio();
  const learned = useStudioState((state) => learnedHere(state)?.player != null);
  const [typed, setTyped] = useState(false);
  const known: [string, string][] = [...AGENTS, ...LEVELS.filter(([level]) => learned || level === agent).map(([level, name]): [string, string] => [level, name])];
  const set = (next: string) => studio.researcher.setAgent(seat, next);
  const label = t("Seat {n}, {player}", { n: seat + 1, player });
  if (typed) {
    return (
      <label class="stacked">{label}
        <input
          type="text" autofocus spellcheck={false} title={t("As the program names agents: greedy:EXPRESSION, mcts:N, alphabeta:N")} value={agent}
          onInput={(event) => set(event.currentTarget.value)} onBlur={() => { if (!agent.trim()) set("random"); setTyped(!!agent.trim() && known.every(([value]) => value !== agent.trim())); }}
        />
      </label>
    );
  }
  return (
    <label class="stacked">{label}
      <select value={agent} onChange={(event) => { if (event.currentTarget.value === OTHER) { setTyped(true); event.currentTarget.value = agent; } else set(event.currentTarget.value); }}>
        {known.concat(known.some(([value]) => value === agent) ? [] : [[agent, agent]]).map(([value, name]) => <option value={value}>{t(name)}</option>)}
        <option value={OTHER}>{t("other …")}</option>
      </select>
    </label>
  );
}
