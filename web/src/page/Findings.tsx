// What a search found: the variants with the figures of fresh games, and how all others fared.

import type { Fate, Found, FoundFigure, FoundRow } from "../protocol";
import { useStudio } from "./context";
import type { Candidate, Exploration } from "./exploration";
import { inline } from "./markdown";
import { decimal, english, plural, t } from "./words";

/** The variants that were played again, the best first, behind the sheet as it is. */
export function Results({ found }: { found: Found }) {
  const met = found.rows.filter(({ verdict }) => verdict === "met").length;
  return (
    <section aria-labelledby="results-title">
      <h2 id="results-title">{met === 0 ? t("No variant was shown to meet all wishes") : plural(met, "One variant meets all wishes", "{n} variants meet all wishes")}</h2>
      <p class="quiet">{plural(found.games.each, "{n} fresh game of each between {agents}; 95 % intervals", "{n} fresh games of each between {agents}; 95 % intervals", { agents: found.agents.join(t(", then ")) })}</p>
      {found.nearer.map(({ text }) => <p class="detail">{inline(text)}</p>)}
      <ol class="results">
        {found.rows.map((row, index) => <Result key={row.candidate} found={found} row={row} name={`${index + 1}. ${row.words.join(", ")}`} />)}
        <Result found={found} row={found.sheet} name={t("The sheet as it is")} />
      </ol>
    </section>
  );
}

function Result({ found, row, name }: { found: Found; row: FoundRow; name: string }) {
  const studio = useStudio();
  const chosen = studio.state.exploration?.chosen === row.candidate;
  const met = row.figures.filter(({ verdict }) => verdict === "met").length;
  const says = row.verdict === "met" ? t("meets all wishes") : t("{n} of {all} wishes met", { n: met, all: row.figures.length });
  return (
    <li class={`result ${row.verdict}`}>
      {row.candidate > 0
        ? <button type="button" class="result-name" aria-pressed={chosen} onClick={() => studio.explorer.choose(row.candidate)}><strong>{inline(name)}</strong><span class="quiet">{says}{row.front ? "" : t(", behind another by every wish")}</span></button>
        : <p class="result-name"><strong>{name}</strong><span class="quiet">{says}</span></p>}
      <table>
        <caption class="hidden">{name}</caption>
        <thead class="hidden"><tr><th scope="col">{t("wish")}</th><th scope="col">{t("number")}</th><th scope="col">{t("verdict")}</th></tr></thead>
        <tbody>
          {found.wishes.map((wish, place) => {
            const figure = row.figures[place]!;
            const stages = row.stages.map(({ agent, figures }) => `${agent}: ${number(wish, figures[place]!)}`);
            return (
              <tr key={wish.text}>
                <th scope="row">{wish.text}</th>
                <td title={stages.join("; ") || undefined}>{number(wish, figure)}<Interval found={found} place={place} figure={figure} /></td>
                <td class={`verdict ${figure.verdict}`}>{t(VERDICTS[figure.verdict])}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </li>
  );
}

const VERDICTS = { met: english("met"), open: english("open"), missed: english("missed") };

type Wish = Found["wishes"][number];

function number({ is_share }: Wish, { value, low, high }: FoundFigure): string {
  if (value === null) return t("none");
  const shown = (of: number | null) => (of === null ? "–" : is_share ? decimal(100 * of, 1) : decimal(of, 2));
  return `${shown(value)}${is_share ? " %" : ""} [${shown(low)}, ${shown(high)}]`;
}

const WIDTH = 120;

/** Where a number lies beside the range that is wished for; the text says it too. */
function Interval({ found, place, figure }: { found: Found; place: number; figure: FoundFigure }) {
  const wish = found.wishes[place]!;
  if (figure.value === null) return null;
  const all = [found.sheet, ...found.rows].flatMap(({ figures }) => [figures[place]!.low, figures[place]!.high, figures[place]!.value]);
  const known = [...all, wish.low, wish.high].filter((of): of is number => of !== null);
  const [least, most] = [Math.min(...known), Math.max(...known)];
  const margin = (most - least || 1) * 0.08;
  const x = (of: number) => ((of - least + margin) / (most - least + 2 * margin)) * WIDTH;
  const [from, to] = [wish.low === null ? 0 : x(wish.low), wish.high === null ? WIDTH : x(wish.high)];
  return (
    <svg class={`interval ${figure.verdict}`} width={WIDTH} height="12" viewBox={`0 0 ${WIDTH} 12`} aria-hidden="true">
      <rect class="wished" x={from} y="0" width={Math.max(1, to - from)} height="12" rx="2" />
      <path d={`M${x(figure.low ?? figure.value)} 6H${x(figure.high ?? figure.value)}`} />
      <circle cx={x(figure.value)} cy="6" r="3" />
    </svg>
  );
}

const ORDER: Fate[] = ["met", "open", "new", "missed", "thrown"];
const WORDS: Record<Fate, string> = { met: english("met so far"), open: english("open"), new: english("waiting"), missed: english("missed"), thrown: english("thrown out") };
const MOST = 300;

/** All variants, by how they fare in the race. No figures: those made the choice, and would flatter it. */
export function Fates({ exploration }: { exploration: Exploration }) {
  const tried = exploration.candidates.filter((its) => its && its.candidate > 0);
  if (!tried.length) return null;
  const counts = ORDER.flatMap((fate) => {
    const count = tried.filter((its) => its.fate === fate).length;
    return count ? [`${count} ${t(WORDS[fate])}`] : [];
  });
  const sorted = [...tried].sort((a, b) => ORDER.indexOf(a.fate) - ORDER.indexOf(b.fate) || a.candidate - b.candidate);
  const list = (
    <ul class="fates">
      {sorted.slice(0, MOST).map((its) => <FateOf key={its.candidate} its={its} chosen={exploration.chosen === its.candidate} />)}
      {sorted.length > MOST && <li class="quiet">{t("and {n} more", { n: sorted.length - MOST })}</li>}
    </ul>
  );
  const title = plural(tried.length, "{n} variant: {counts}", "{n} variants: {counts}", { counts: counts.join(", ") });
  return exploration.found
    ? <details class="tried"><summary>{title}</summary>{list}</details>
    : <section aria-labelledby="fates-title"><h2 id="fates-title">{title}</h2>{list}</section>;
}

function FateOf({ its, chosen }: { its: Candidate; chosen: boolean }) {
  const studio = useStudio();
  return (
    <li class={its.fate}>
      <button type="button" aria-pressed={chosen} onClick={() => studio.explorer.choose(its.candidate)}>
        <span class="words">{inline(its.words.join(", "))}</span>
        <span class="fate" title={its.why ?? undefined}>{t(WORDS[its.fate])}{its.why ? <span class="hidden">: {its.why}</span> : null}</span>
      </button>
    </li>
  );
}
