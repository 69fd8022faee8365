// Random games while one types: who wins, how long, how many choices, how games end; beside them the sheet before the edit.

import type { Mean, Numbers, Rate } from "../protocol";
import { useStudio, useStudioState } from "./context";
import { asFile, histogram } from "./figures";
import { stem } from "./files";
import { HeatScale } from "./HeatScale";
import { Histogram } from "./Histogram";
import { usePlayerColour } from "./players";
import { Saves } from "./Saves";
import { decimal, plural, t } from "./words";

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
  const status = progress === "running" ? t("playing …") : error ?? "";
  return (
    <section class={progress === "waiting" ? "panel numbers stale" : "panel numbers"} aria-labelledby="numbers-title">
      <header class="panel-head">
        <h2 id="numbers-title">{t("Numbers")}</h2>
        {b && <span class="quiet">{plural(b.games, "{n} random game", "{n} random games")}</span>}
        <button type="button" class="small" disabled={!game} onClick={() => studio.researcher.show(true)} title={t("Choose who plays, how many games, from which seed")}>{t("Measure …")}</button>
      </header>
      {b ? (
        <>
          <table>
            <thead>
              <tr>
                <th scope="col"><span class="hidden">{t("what")}</span></th>
                {a && <th scope="col" title={t("The sheet before the edit")}>A</th>}
                <th scope="col" title={t("The sheet as it stands")}>{a ? "B" : <span class="hidden">{t("value")}</span>}</th>
              </tr>
            </thead>
            <tbody>
              {b.seats.map((rate, seat) => (
                <tr key={seat}>
                  <th scope="row"><span class="dot" style={{ background: colourOf(game, seat) }} />{t("seat {n} wins", { n: seat + 1 })}</th>
                  {a && <td>{share(a.seats[seat])}</td>}
                  <td>{share(rate)}</td>
                </tr>
              ))}
              {(b.draws.rate > 0 || (a?.draws.rate ?? 0) > 0) && <Row name={t("games drawn")} a={a && share(a.draws)} b={share(b.draws)} />}
              <Row name={t("plies, mean")} a={a && mean(a.length)} b={mean(b.length)} />
              <Row name={t("plies, from to")} a={a && `${a.length.shortest}–${a.length.longest}`} b={`${b.length.shortest}–${b.length.longest}`} />
              <Row name={t("choices, mean")} a={a && mean(a.choices)} b={mean(b.choices)} />
            </tbody>
          </table>
          <Histogram now={b.length.histogram} before={a?.length.histogram ?? null} />
          <Ends now={b} before={a} />
          {b.unfinished && <p class="error-text">{plural(b.unfinished.games, "{n} game did not end: {why}", "{n} games did not end: {why}", { why: b.unfinished.reason })}</p>}
          <div class="row">
            <label class="check-row">
              <input type="checkbox" checked={heat} onChange={(event) => studio.store.set({ heat: event.currentTarget.checked })} />
              {t("Heat map")}
            </label>
            <Saves name={`${stem(studio)}-numbers`} what={t("the numbers")} rows={() => rows(b, a)} json={() => (a ? { a, b } : b)} svg={() => asFile({ words: t("Lengths of games"), draw: (ink) => histogram(b.length.histogram, a?.length.histogram ?? null, ink, [420, 170], { x: t("plies"), now: t("now"), before: t("before") }) })} />
            {a && <button type="button" class="small" onClick={() => studio.store.set({ before: now })} title={t("Compare further edits with the sheet as it stands")}>{t("B becomes A")}</button>}
          </div>
          {heat && <HeatScale most={Math.max(...b.heat, 1e-9)} />}
        </>
      ) : (
        <p class="empty">{error ?? (game ? t("Playing random games …") : t("Numbers come when the sheet can be played."))}</p>
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
  return (
    <ul class="ends" aria-label={t("How games end")}>
      {now.ends.map((end) => {
        const old = before?.ends.find(({ name }) => name === end.name);
        return (
          <li key={end.name}>
            <span class="end-words">{end.says || end.name}</span>
            <span class="end-share">{before ? `${old ? share(old.share) : "0 %"} → ` : ""}{share(end.share)}</span>
            <span class="end-bar" style={{ width: `${(100 * end.games) / most}%` }} />
          </li>
        );
      })}
    </ul>
  );
}

/** Everything in the panel, with the bounds of its intervals. */
function rows(b: Numbers, a: Numbers | null): (string | number | null)[][] {
  const line = (sheet: string, what: string, value: number, low: number | null = null, high: number | null = null) => [sheet, what, value, low, high];
  const of = (sheet: string, { games, seats, draws, firstSeatScore, length, choices, ends }: Numbers) => [
    line(sheet, "games", games),
    ...seats.map(({ rate, low, high }, seat) => line(sheet, `won by seat ${seat + 1}`, rate, low, high)),
    line(sheet, "games drawn", draws.rate, draws.low, draws.high),
    line(sheet, "score of seat 1", firstSeatScore.rate, firstSeatScore.low, firstSeatScore.high),
    line(sheet, "plies, mean", length.mean, length.low, length.high),
    line(sheet, "plies, shortest", length.shortest),
    line(sheet, "plies, longest", length.longest),
    line(sheet, "choices, mean", choices.mean, choices.low, choices.high),
    ...ends.map(({ says, name, share: { rate, low, high } }) => line(sheet, `ended by ${says || name}`, rate, low, high)),
  ];
  return [["sheet", "metric", "value", "low", "high"], ...(a ? of("A", a) : []), ...of(a ? "B" : "now", b)];
}

function share(rate: Rate | undefined): string {
  if (!rate) return "–";
  return `${decimal(100 * rate.rate, 1)} ±${decimal(50 * (rate.high - rate.low), 1)} %`;
}

function mean(value: Mean): string {
  const half = (value.high - value.low) / 2;
  const digits = half >= 1 || value.mean >= 100 ? 0 : half >= 0.1 || value.mean >= 10 ? 1 : 2;
  return `${decimal(value.mean, digits)} ±${decimal(half, Math.max(1, digits))}`;
}
