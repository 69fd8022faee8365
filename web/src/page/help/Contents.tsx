// What the help has: where to begin, what to look up, guides.

import { useStudio } from "../context";
import type { Book, Group } from "./book";
import { linkTo } from "./guide";
import { plural, t, woven } from "../words";

export function Contents({ book, missing }: { book: Book; missing: string | null }) {
  const studio = useStudio();
  const group = (id: string) => book.groups.find((other) => other.id === id)!;
  return (
    <div class="help-page help-contents">
      {missing && <p class="error-text" role="alert">{t("There is no page “{page}” in the help. It may have another name now: search for it.", { page: missing })}</p>}
      <h2 class="help-title" tabIndex={-1}>{t("Help")}</h2>
      <p class="quiet">{woven(t("{key} on a word of the sheet leads to its entry."), { key: <kbd>F1</kbd> })} <button type="button" class="link" onClick={() => studio.store.set({ dialog: "keys" })}>{t("All keys")}</button></p>
      <Begin tutorial={group("tutorial")} />
      <h3>{t("Guides")}</h3>
      <ul class="help-guides">{[...group("guides").chapters, ...group("glossary").chapters].map(({ pages: [page] }) => <li key={page!.address}><a href={linkTo(page!.address)}>{page!.title}</a></li>)}</ul>
      <h3>{t("The language")}</h3>
      <ul class="help-chips plain">
        {group("language").chapters[0]!.pages.map((page, index) => <li key={page.address}><a href={linkTo(page.address)}>{index ? page.title : t("Overview")}</a></li>)}
      </ul>
      <h3>{t("Words")}</h3>
      {group("words").chapters.map(({ title, pages }) => (
        <div key={title}>
          <h4>{title}</h4>
          <ul class="help-chips">{pages.map((page) => <li key={page.address}><a href={linkTo(page.address)} title={page.title}><code>{page.words![0]}</code></a></li>)}</ul>
        </div>
      ))}
      <h3>{t("Findings")}</h3>
      {group("findings").chapters.map(({ title, pages }) => (
        <div key={title}>
          <h4>{title}</h4>
          <ul class="help-chips">{pages.map((page) => <li key={page.address}><a href={linkTo(page.address)}><code>{page.title.replace(/^.*\//, "")}</code></a></li>)}</ul>
        </div>
      ))}
    </div>
  );
}

function Begin({ tutorial }: { tutorial: Group }) {
  const studio = useStudio();
  return (
    <>
      <h3>{t("Begin")}</h3>
      <ul class="help-begin">
        <li><button type="button" class="link" onClick={() => void studio.first.begin()}>{t("First steps")}</button><span class="quiet">{t("what this page is, in half a minute")}</span></li>
        {tutorial.chapters.map(({ title, pages }, index) => (
          <li key={title}>
            <a href={linkTo(pages[0]!.address)}>{t("Tutorial {n}", { n: index + 1 })}</a>
            <span class="quiet">{plural(pages.length, "{title}, {n} step", "{title}, {n} steps", { title })}</span>
          </li>
        ))}
      </ul>
    </>
  );
}
