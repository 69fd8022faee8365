// The help beside the page: contents, a search, and one page at a time.

import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { useStudio, useStudioState } from "../context";
import { IconButton } from "../icons";
import { Contents } from "./Contents";
import { Example } from "./Example";
import { type Book, type Hit, type Place, openBook } from "./book";
import { linkTo } from "./guide";
import { plural, t, woven } from "../words";

const searched = (address: string) => (address.startsWith("search/") ? address.slice(7) : "");

export function Help() {
  const studio = useStudio();
  const address = useStudioState((state) => state.help) ?? "";
  const [book, setBook] = useState<Book | null>(null);
  const [failed, setFailed] = useState("");
  const [wanted, setWanted] = useState(searched(address));
  const panel = useRef<HTMLElement>(null);
  const body = useRef<HTMLDivElement>(null);
  const field = useRef<HTMLInputElement>(null);
  const load = () => {
    setFailed("");
    openBook().then(setBook, (error: Error) => setFailed(error.message));
  };
  useEffect(load, []);
  useEffect(() => setWanted(searched(address)), [address]);

  const place = book && address ? book.find(address) : null;
  const title = place?.page.title ?? "";
  const game = useStudioState((state) => state.game?.title);
  useEffect(() => {
    document.title = [title, t("Help"), game, "Rulebook"].filter(Boolean).join(" · ");
    return () => { document.title = [studio.state.game?.title, "Rulebook"].filter(Boolean).join(" · "); };
  }, [title, game]);
  // Whoever comes to a page hears its title; the contents begin with the search.
  useLayoutEffect(() => {
    if (!book || !body.current) return;
    const section = place?.section && document.getElementById(`help-${place.section}`);
    body.current.scrollTop = 0;
    // Under a finger the field would bring a keyboard that covers them.
    if (!place && !matchMedia("(pointer: coarse)").matches) field.current?.focus({ preventScroll: true });
    else if (section) {
      section.focus({ preventScroll: true });
      section.scrollIntoView({ block: "start" });
    } else body.current.querySelector<HTMLElement>(".help-title")?.focus({ preventScroll: true });
  }, [book, address]);

  const hits = book && wanted.trim() ? book.search(wanted) : null;
  return (
    <aside
      ref={panel} class="help" aria-label={t("Help")}
      onKeyDown={(event) => {
        if (event.key !== "Escape" || event.defaultPrevented) return;
        event.preventDefault();
        event.stopPropagation();
        if (wanted && event.target === field.current) setWanted("");
        else studio.guide.close();
      }}
    >
      <header class="help-head">
        <IconButton icon="back" label={t("Back")} disabled={!studio.guide.within} onClick={() => history.back()} />
        <IconButton icon="contents" label={t("Contents")} disabled={!address && !wanted} onClick={() => { setWanted(""); studio.guide.open(""); }} />
        <input
          ref={field} type="search" placeholder={t("Search the help")} aria-label={t("Search the help")} value={wanted} autocomplete="off" spellcheck={false}
          onInput={(event) => setWanted(event.currentTarget.value)}
          onKeyDown={(event) => {
            const first = body.current?.querySelector<HTMLElement>(".help-hit");
            if (!hits || !first) return;
            if (event.key === "ArrowDown") first.focus();
            else if (event.key === "Enter") first.click();
            else return;
            event.preventDefault();
          }}
        />
        <IconButton icon="close" label={t("Close the help")} keys="Escape" onClick={() => studio.guide.close()} />
      </header>
      <div class="help-body" ref={body}>
        {failed && <div class="help-page"><p class="error-text" role="alert">{t("The help could not be fetched: {why}.", { why: failed })}</p><button type="button" onClick={load}>{t("Try again")}</button></div>}
        {!book ? !failed && <p class="help-page quiet">…</p>
          : hits ? <Results hits={hits} wanted={wanted} />
          : place ? <Page book={book} place={place} key={place.page.address} />
          : <Contents book={book} missing={address && !searched(address) ? address : null} />}
      </div>
    </aside>
  );
}

function Results({ hits, wanted }: { hits: Hit[]; wanted: string }) {
  const studio = useStudio();
  const step = (event: KeyboardEvent) => {
    const to = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
    if (!to) return;
    event.preventDefault();
    const all = [...(event.currentTarget as Element).querySelectorAll<HTMLElement>(".help-hit")];
    const next = all.indexOf(document.activeElement as HTMLElement) + to;
    if (next < 0) document.querySelector<HTMLElement>(".help-head input")?.focus();
    else all[next]?.focus();
  };
  return (
    <div class="help-page">
      <p class="quiet" role="status">{hits.length ? (hits.length === 40 ? t("The best 40 places") : plural(hits.length, "{n} place", "{n} places")) : t("Nothing is said of “{word}”. Another word may be: try one of the language, of a finding, or of a button.", { word: wanted.trim() })}</p>
      <ol class="help-hits" onKeyDown={step}>
        {hits.map((hit) => (
          <li key={hit.address}>
            <a class="help-hit" href={linkTo(hit.address)} onClick={(event) => { event.preventDefault(); studio.guide.choose(wanted.trim(), hit.address); }}>
              <span class="help-hit-title">{marked(hit.title, wanted)}</span>
              <span class="quiet">{hit.where}</span>
              <span class="help-snippet">{marked(hit.snippet, wanted)}</span>
            </a>
          </li>
        ))}
      </ol>
    </div>
  );
}

/** A text with what was asked for marked in it. */
function marked(text: string, wanted: string) {
  const terms = [wanted.trim(), ...wanted.trim().split(/\s+/)].filter((term) => term.length > 1).map((term) => term.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  if (!terms.length) return text;
  return text.split(new RegExp(`(${terms.join("|")})`, "i")).map((part, index) => (index % 2 ? <mark>{part}</mark> : part));
}

function Page({ book, place: { page, group, chapter, before, after } }: { book: Book; place: Place }) {
  const others = (page.words ?? []).flatMap((word) => book.entries(word).filter((other) => other !== page).map((other) => ({ word, other })));
  const within = group.chapters.length > 1 && chapter.title !== page.title && group.id !== "findings";
  return (
    <article class="help-page" aria-labelledby="help-title">
      <p class="help-way quiet">{within ? `${group.title} › ${chapter.title}` : group.title}</p>
      <h2 class={page.words || group.id === "findings" ? "help-title code" : "help-title"} id="help-title" tabIndex={-1}>{page.step ? page.title.replace(/^\d+\. /, "") : page.title}</h2>
      {page.step && (
        <nav class="help-steps" aria-label={t("Steps")}>
          {chapter.pages.map((other, index) => <a href={linkTo(other.address)} aria-current={other === page ? "step" : undefined} aria-label={t("Step {title}", { title: other.title })} key={other.address}>{index + 1}</a>)}
          <span class="quiet">{t("step {n} of {all}", { n: page.step[0], all: page.step[1] })}</span>
        </nav>
      )}
      {page.step?.[0] === 1 && <p class="help-note">{woven(t("Each step is a whole sheet. {put}, change what you like, and play it: what you have there now is kept among the drafts. What a command prints is told below it; the page shows the same under {problems} and {numbers}."), {
        put: <b>{t("Put it into the editor")}</b>,
        problems: <i>{t("Problems")}</i>,
        numbers: <i>{t("Numbers")}</i>,
      })}</p>}
      {page.body.map((part, index) => (typeof part === "string"
        ? <div class="help-text" key={index} dangerouslySetInnerHTML={{ __html: part }} />
        : <Example sheet={part} key={index} step={page.step !== undefined} />))}
      {others.length > 0 && <p class="help-text help-others">{woven(t("See also {entries}."), {
        entries: others.map(({ word, other }, index) => <>{index > 0 && ", "}<a href={linkTo(other.address)}>{woven(t("{word} in {chapter}"), { word: <code>{word}</code>, chapter: chapterOf(book, other.address) })}</a></>),
      })}</p>}
      <nav class="help-next" aria-label={t("Neighbours")}>
        {before ? <a href={linkTo(before.address)} rel="prev">‹ {short(before.title)}</a> : <span />}
        {after && <a href={linkTo(after.address)} rel="next">{short(after.title)} ›</a>}
      </nav>
    </article>
  );
}

const short = (title: string) => (title.length > 28 ? `${title.slice(0, 27).replace(/,? \S*$/, "")} …` : title);
const chapterOf = (book: Book, address: string) => book.find(address)!.chapter.title;
