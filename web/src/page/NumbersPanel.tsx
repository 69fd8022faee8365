// Random games while one types: who wins, how long, how many choices, how games end; beside them the sheet before the edit.

import type { Mean, Numbers, Rate } from "../protocol";
import { useStudio, useStudioState } from "./context";
import { Histogram } from "./Histogram";
import { usePlayerColour } from "./players";

export function NumbersPanel() {
  const colourOf = usePlayerColour();
  const studio = useStudio();
  const now = useStudioState((state) => state.numbers);
  const before = useStudioState((state) => state.before);
  const progress = useStudioState((state) => state.numbersState);
  const error = useStudioState((state) => state.numbersError);
  const heat = useStudioState((state) => state.heat);
  const game = useStudioState((state) => state.game);
  const b = now?.value;
  const a = before && now && before.key !== now.key ? before.value : null;
  const status = progress === "running" ? "playing …" : error ?? "";
  return (
    <section class={progress === "waiting" ? "panel numbers stale" : "panel numbers"} aria-labelledby="numbers-title">
      <header class="panel-head">
        <h2 id="numbers-title">Numbers</h2>
        {b && <span class="quiet">{b.games.toLocaleString("en")} random games</span>}
      </header>
      {b ? (
        <>
          <table>
            <thead>
              <tr>
                <th scope="col"><span class="hidden">what</span></th>
                {a && <th scope="col" title="The sheet before the edit">A</th>}
                <th scope="col" title="The sheet as it stands">{a ? "B" : <span class="hidden">value</span>}</th>
              </tr>
            </thead>
            <tbody>
              {b.seats.map((rate, seat) => (
                <tr key={seat}>
                  <th scope="row"><span class="dot" style={{ background: colourOf(game, seat) }} />seat {seat + 1}</th>
                  {a && <td>{share(a.seats[seat])}</td>}
                  <td>{share(rate)}</td>
                </tr>
              ))}
              {(b.draws.rate > 0 || (a?.draws.rate ?? 0) > 0) && <Row name="draws" a={a && share(a.draws)} b={share(b.draws)} />}
              <Row name="length" a={a && mean(a.length)} b={mean(b.length)} />
              <Row name="shortest, longest" a={a && `${a.length.shortest}–${a.length.longest}`} b={`${b.length.shortest}–${b.length.longest}`} />
              <Row name="choices" a={a && mean(a.choices)} b={mean(b.choices)} />
            </tbody>
          </table>
          <Histogram now={b.length.histogram} before={a?.length.histogram ?? null} />
          <Ends now={b} before={a} />
          {b.unfinished && <p class="error-text">{b.unfinished.games} games did not end: {b.unfinished.reason}</p>}
          <div class="row">
            <label class="check-row">
              <input type="checkbox" checked={heat} onChange={(event) => studio.store.set({ heat: event.currentTarget.checked })} />
              Heat map
            </label>
            {a && <button type="button" class="small" onClick={() => studio.store.set({ before: now })} title="Compare further edits with the sheet as it stands">B becomes A</button>}
          </div>
        </>
      ) : (
        <p class="empty">{error ?? (game ? "Playing random games …" : "Numbers come when the sheet can be played.")}</p>
      )}
      <p class="quiet" role="status">{b ? status || "\u00a0" : "\u00a0"}</p>
    </section>
  );
}

function Row({ name, a, b }: { name: string; a: string | null; b: string }) {
  return (
    <tr>
      <th scope="row">{name}</th>
      {a !== null && <td>{a}</td>}
      <td>{b}</td>
    </tr>
  );
}

function Ends({ now, before }: { now: Numbers; before: Numbers | null }) {
  const most = Math.max(1, ...now.ends.map(({ games }) => games));
  const percent = (games: number, of: number) => `${((100 * games) / Math.max(1, of)).toFixed(games && games < of / 100 ? 1 : 0)} %`;
  return (
    <ul class="ends" aria-label="How games end">
      {now.ends.map((end) => {
        const old = before?.ends.find(({ name }) => name === end.name);
        return (
          <li key={end.name}>
            <span class="end-words">{end.says || end.name}</span>
            <span class="end-share">{before ? `${percent(old?.games ?? 0, before.games)} → ` : ""}{percent(end.games, now.games)}</span>
            <span class="end-bar" style={{ width: `${(100 * end.games) / most}%` }} />
          </li>
        );
      })}
    </ul>
  );
}

function share(rate: Rate | undefined): string {
  if (!rate) return "–";
  return `${(100 * rate.rate).toFixed(1)} ±${(50 * (rate.high - rate.low)).toFixed(1)} %`;
}

function mean(value: Mean): string {
  const half = (value.high - value.low) / 2;
  const digits = half >= 1 || value.mean >= 100 ? 0 : half >= 0.1 || value.mean >= 10 ? 1 : 2;
  return `${value.mean.toFixed(digits)} ±${half.toFixed(Math.max(1, digits))}`;
}
