// The page in another language: its files have what the source uses and nothing else, and where the page speaks German nothing of its
// own is left in English.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { launch, openGame, openPage, servePage, settled } from "./harness.mjs";
import { bare, keysIn, languages, sources, unreadable, wordsOf } from "./texts.mjs";

let served, browser;
before(async () => {
  served = await servePage();
  browser = await launch();
});
after(async () => {
  await browser?.close();
  await served?.stop();
  await served?.clean();
});

/** Components of which not every text is translated: `node tests/texts.mjs` lists what is left in them. */
const UNFINISHED = [];

test("a language has each text that the source uses, no other, and the same values in it", async () => {
  const used = new Map((await sources()).flatMap((source) => [...keysIn(source)]));
  assert.ok(used.size > 100, `${used.size}`);
  const values = (text) => [...new Set(text.match(/\{\w+\}/g) ?? [])].sort();
  for (const language of await languages()) {
    const words = await wordsOf(language);
    assert.deepEqual([...used.keys()].filter((key) => !(key in words)), [], `${language} lacks texts: node tests/texts.mjs --missing ${language}`);
    assert.deepEqual(Object.keys(words).filter((key) => !used.has(key)), [], `${language} has texts that are not used`);
    for (const [key, kind] of used) {
      const word = words[key];
      if (kind === "text") assert.deepEqual([typeof word, values(word)], ["string", values(key)], key);
      else {
        assert.ok(word.other, key);
        for (const form of Object.values(word)) assert.deepEqual(values(form), values(key), key);
      }
      assert.ok(!/^\s*$/.test(typeof word === "string" ? word : word.other), key);
    }
  }
});

test("texts can be found in the source, and those of components are translated", async () => {
  for (const source of await sources()) {
    assert.deepEqual(unreadable(source), [], source.name);
    if (!UNFINISHED.includes(source.name)) assert.deepEqual(bare(source).map(({ line, text }) => `${line}: ${text}`), [], source.name);
  }
});

/** What is not the page's own: sheets, their names and what is said of them; and names of languages. */
const WRITTEN = [
  ".cm-editor", "rulebook-board", "h1", ".variant option", ".options", ".claims-badge", ".move:not(.start)", ".move .number", ".move .hidden", ".definitions option:not(:first-child)",
  ".tile-title", ".tile-doc", "section:has(> .family)", ".drafts .plain", ".files", "option[lang]", ".embed-text", "kbd", "code", "mark", ".end-words", ".saves",
  ".option-name", ".first-text p span", ".help-way", ".help-title", ".help-text", ".help-next", ".help-guides", ".help-chips", ".help-begin .quiet", ".help-contents h4", "pre", ".rules",
];
/** The players of the game that is played here. */
const PLAYERS = ["Black", "White"];

/** Texts and labels in sight, without those that are not the page's own. */
const visible = (page, within, apart) => page.locator(within).evaluateAll((roots, apart) => {
  const texts = [];
  const out = (element) => element.closest(apart) !== null;
  for (const root of roots) {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const parent = walker.currentNode.parentElement;
      if (!out(parent) && (parent.checkVisibility() || parent.localName === "option" || parent.closest("details"))) texts.push(walker.currentNode.textContent);
    }
    for (const element of root.querySelectorAll("[aria-label], [title], [placeholder]")) {
      if (!out(element)) for (const name of ["aria-label", "title", "placeholder"]) if (element.hasAttribute(name)) texts.push(element.getAttribute(name));
    }
  }
  return [...new Set(texts.map((text) => text.trim()).filter((text) => /\p{L}{2}/u.test(text)))];
}, apart.join(", "));

/** Whether a text of the page is one of the language, with its values. */
async function german() {
  const whole = Object.values(await wordsOf("de")).flatMap((word) => (typeof word === "string" ? [word] : Object.values(word)));
  // Around an element within it, a text comes in pieces.
  const pieces = whole.flatMap((word) => word.split(/\{\w+\}|`[^`]*`|\*\*/)).map((piece) => piece.trim()).filter((piece) => /\p{L}{2}/u.test(piece));
  const forms = [...whole, ...pieces];
  const pattern = (form) => form.replace(/[.*+?^${}()|[\]\\]/g, "\\$&").replace(/\\\{\w+\\\}/g, ".+");
  const known = new RegExp(`^(?:${forms.map((form) => form.replace(/`/g, "")).map(pattern).join("|")})(?: \\((?:Home|End|Delete|Escape|Shift Alt F|←|→|\\w)\\))?$`);
  return (text) => known.test(text);
}

async function close(page) {
  assert.deepEqual(page.errors, []);
  await page.context().close();
}

test("where German is on, the main screens have no English of the page's own", async () => {
  const isGerman = await german();
  const page = await openPage(browser, served.url, { locale: "de-AT" });
  const of = async (region, apart) => {
    let texts = await visible(page, region, apart);
    // What is fetched when it is opened has nothing to say at first.
    for (let tries = 0; texts.length <= 2 && tries < 100; tries++) {
      await page.waitForTimeout(100);
      texts = await visible(page, region, apart);
    }
    assert.ok(texts.length > 2, `${region}: ${texts}`);
    assert.deepEqual(texts.filter((text) => !isGerman(text) && !PLAYERS.includes(text)), [], region);
  };
  await page.getByRole("button", { name: "Spiele", exact: true }).click();
  await page.getByRole("dialog", { name: "Spiele" }).waitFor();
  assert.equal(await page.locator("html").getAttribute("lang"), "de");
  await page.locator(".tile-title").first().waitFor();
  await of("dialog", WRITTEN);
  await page.locator(".tile", { has: page.locator(".tile-title", { hasText: /^Breakthrough$/ }) }).click();
  await settled(page);
  const cell = (name) => page.locator(".board-area rulebook-board").getByLabel(new RegExp(`^${name}\\b`));
  await cell("a7").click();
  await cell("a6").click();
  await settled(page);
  assert.match(await page.locator(".prompt").innerText(), /White\s+ist am Zug: step/);
  await page.locator(".head summary[aria-label=Einstellungen], .sheet-bar summary[aria-label=Einstellungen]").click();
  await of(".popover:has(> summary[aria-label=Einstellungen])", WRITTEN);
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 800 });
    await of(".studio", WRITTEN);
  }
  await page.setViewportSize({ width: 1280, height: 800 });
  for (const tab of ["Tests", "Aussagen", "Regeln", "Probleme"]) {
    await page.getByRole("tab", { name: new RegExp(`^${tab}`) }).last().click();
    await of(".lower", [...WRITTEN, ".claim", ".test-list .link"]);
  }
  await page.getByRole("button", { name: "Vergleichen", exact: true }).click();
  await of(".compare", [...WRITTEN, "optgroup", "select option", "strong", "figcaption"]);
  await page.getByRole("button", { name: "Vergleich schließen" }).click();
  await page.getByRole("button", { name: "Erkunden", exact: true }).click();
  await of(".explore", [...WRITTEN, ".vary-option", "datalist", "[placeholder]"]);
  await page.getByRole("button", { name: "Suche schließen" }).click();
  await page.getByRole("button", { name: "Messen …" }).click();
  await of(".measure", WRITTEN);
  await page.getByRole("button", { name: "Messung schließen" }).click();
  await page.keyboard.press("?");
  await page.locator("table.keys").first().waitFor();
  await of("dialog", WRITTEN);
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Zusammen spielen" }).click();
  await page.locator(".together").waitFor();
  await of("dialog", [...WRITTEN, "strong"]);
  await page.keyboard.press("Escape");
  await page.keyboard.press("F1");
  await page.locator(".help-contents").waitFor();
  await of(".help", WRITTEN);
  await page.getByRole("link", { name: "Lehrgang 1" }).click();
  await page.locator(".help-steps").waitFor();
  await of(".help", [...WRITTEN, ".help-steps a"]);
  await page.getByRole("button", { name: "Hilfe schließen" }).click();
  await page.getByRole("button", { name: "Teilen" }).click();
  await page.getByText("In eine andere Seite einbetten").click();
  await of("dialog", WRITTEN);
  await close(page);
});

test("the language is chosen in the settings, at once, without a loss, and kept", async () => {
  const page = await openPage(browser, served.url, { locale: "en-GB" });
  await openGame(page, "Breakthrough");
  assert.equal(await page.locator("html").getAttribute("lang"), "en");
  await page.locator(".cm-content").click();
  await page.keyboard.press("Control+Home");
  await page.keyboard.type("// mine\n");
  await settled(page);
  await page.getByLabel("Settings").first().click();
  await page.getByRole("combobox", { name: "Language" }).selectOption("de");
  await page.getByRole("button", { name: "Spiele", exact: true }).waitFor();
  assert.match(await page.locator(".prompt").innerText(), /Black\s+ist am Zug/);
  // The editor is the same as before, with what can be taken back.
  await page.locator(".cm-content").focus();
  for (let edits = 0; edits < 3; edits++) await page.keyboard.press("Control+z");
  assert.doesNotMatch(await page.locator(".cm-content").innerText(), /^\/\/ mine/);
  await page.reload();
  await page.getByRole("button", { name: "Spiele", exact: true }).waitFor();
  await page.getByLabel("Einstellungen").first().click();
  await page.getByRole("combobox", { name: "Sprache" }).selectOption("auto");
  await page.getByRole("button", { name: "Games", exact: true }).waitFor();
  await close(page);
});

test("the board says its cells, what is asked and what happened in the language of the page, also of one chosen later", async () => {
  const page = await openPage(browser, `${served.url}`, { locale: "de-AT" });
  await page.getByRole("button", { name: "Spiele", exact: true }).click();
  await page.locator(".tile", { has: page.locator(".tile-title", { hasText: /^Clobber$/ }) }).click();
  await settled(page);
  const board = page.locator(".board-area rulebook-board");
  const label = (cell) => board.locator("[data-cell]").nth(cell).getAttribute("aria-label");
  await board.getByRole("application", { name: "Brett von Clobber. Pfeiltasten gehen von Feld zu Feld" }).waitFor();
  assert.match(await board.locator("svg.board").getAttribute("aria-label"), /^Clobber, 30 Felder, 30 besetzt\. White ist am Zug$/);
  assert.match(await label(0), /^a1: .+, wählbar$/);
  await board.locator("[data-cell]").nth(0).click();
  assert.match(await label(0), /, gewählt$/);
  assert.match(await board.locator(".said").textContent(), /^2 Felder können als Nächstes gewählt werden\.$/);
  await board.locator("[data-cell]").nth(1).click();
  await settled(page);
  assert.match(await board.locator(".said").textContent(), /^White .+\. Black ist am Zug$/);
  assert.match(await label(0), /^a1: leer/);
  await page.getByLabel("Einstellungen").first().click();
  await page.getByRole("combobox", { name: "Sprache" }).selectOption("en");
  await board.getByRole("application", { name: "Board of Clobber. Arrow keys go from cell to cell" }).waitFor();
  assert.match(await label(0), /^a1: empty/);
  await close(page);
});

test("a language that is not there, and a file that does not come, leave English", async () => {
  const french = await openPage(browser, served.url, { locale: "fr-FR" });
  await french.getByRole("button", { name: "Games", exact: true }).waitFor();
  await close(french);
  const context = await browser.newContext({ locale: "de-DE", serviceWorkers: "block" });
  const page = await context.newPage();
  await page.route(/\/de-[^/]*\.js$/, (route) => route.abort());
  await page.goto(served.url);
  await page.getByRole("button", { name: "Games", exact: true }).waitFor();
  assert.equal(await page.locator("html").getAttribute("lang"), "en");
  await context.close();
});

test("an embedded game speaks the reader's language, too", async () => {
  const page = await openPage(browser, `${served.url}embed.html#1.broken`, { locale: "de-DE" });
  await page.getByRole("link", { name: "Im Studio öffnen" }).waitFor();
  await close(page);
});
