// A sheet in the help, in the colours of the editor, and a button that puts it there.

import { useEffect, useState } from "preact/hooks";
import type { Token } from "../../protocol";
import { useStudio, useStudioState } from "../context";
import { checksum } from "../share";
import type { Sheet } from "./book";
import { t } from "../words";

/** Colours of the sheets that have been shown, by their texts. */
const known = new Map<string, Token[]>();

export function Example({ sheet: { sheet, wrong }, step }: { sheet: Sheet; step: boolean }) {
  const studio = useStudio();
  const text = `${sheet}\n`;
  const there = useStudioState((state) => state.text === text);
  const ready = useStudioState((state) => state.engine === "ready");
  const [tokens, setTokens] = useState(known.get(sheet) ?? null);
  useEffect(() => {
    if (tokens || !ready) return;
    studio.engine.ask("tokens", { text: sheet }).then((found) => { known.set(sheet, found); setTokens(found); }, () => {});
  }, [ready]);

  const take = () => {
    const { text: before, origin, variant, options, start, moves, ply, tree, seats } = { ...studio.state, ...studio.state.looking?.game };
    // Of several examples one after the other, the way back leads to the sheet before the first.
    if (!(origin.type === "new" && origin.given === checksum(before))) studio.guide.before = { text: before, origin, variant, options, start, moves, ply, tree, seats };
    studio.open({ text, origin: { type: "new", given: checksum(text) } });
    studio.store.set({ comparing: false, exploring: false, tab: "sheet" });
    // Where the help covers the page, it makes room; the way back leads to it.
    if (!matchMedia("(max-width: 759px)").matches) return;
    studio.guide.leave();
    studio.note(t("The example is in the editor. What was there is kept."), "note", { title: t("Back to it"), run: back });
  };
  const back = () => {
    const { before } = studio.guide;
    studio.guide.before = null;
    if (before) studio.open(before);
  };
  return (
    <figure class={wrong ? "example wrong" : "example"}>
      <pre tabIndex={0}><code>{tokens ? coloured(sheet, tokens) : sheet}</code></pre>
      <div class="example-foot">
        {there ? <><span class="quiet" role="status">{t("in the editor ✓")}</span>{studio.guide.before && <button type="button" class="small" onClick={back}>{t("Back to the sheet before")}</button>}</>
          : <button type="button" class={step ? "small primary" : "small"} onClick={take}>{step ? t("Put it into the editor") : t("Try it")}</button>}
      </div>
    </figure>
  );
}

function coloured(text: string, tokens: Token[]) {
  const parts = [];
  let at = 0;
  for (const { start, end, kind } of [...tokens].sort((a, b) => a.start - b.start)) {
    if (start < at) continue;
    parts.push(text.slice(at, start), <span class={`tk-${kind}`}>{text.slice(start, end)}</span>);
    at = end;
  }
  parts.push(text.slice(at));
  return parts;
}
