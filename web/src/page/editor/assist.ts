// Completion, hover and the way to a definition, as the engine knows them.

import { type CompletionContext, type CompletionResult, autocompletion } from "@codemirror/autocomplete";
import type { Extension } from "@codemirror/state";
import { EditorView, hoverTooltip, keymap } from "@codemirror/view";
import { render } from "preact";
import { h } from "preact";
import { reference } from "../state";
import type { Studio } from "../studio";
import { Markdown } from "../markdown";
import { t } from "../words";

const ICONS: Record<string, string> = { keyword: "keyword", builtin: "function", option: "property", definition: "variable", move: "method", piece: "class", player: "enum" };

export function assist(studio: Studio): Extension {
  const refer = (view: EditorView) => ({ ...reference(studio.state), text: view.state.doc.toString() });

  async function complete(context: CompletionContext): Promise<CompletionResult | null> {
    const word = context.matchBefore(/[A-Za-z_][A-Za-z0-9_]*/);
    if (!word && !context.explicit) return null;
    const game = { ...reference(studio.state), text: context.state.doc.toString() };
    try {
      const items = await studio.engine.ask("complete", { game, offset: context.pos }, { seconds: 2 });
      if (context.aborted || !items.length) return null;
      return {
        from: Math.min(...items.map(({ from }) => from)),
        validFor: /^[A-Za-z0-9_]*$/,
        options: items.map(({ label, kind, detail, doc, insert }) => ({
          label, detail, apply: insert, type: ICONS[kind] ?? "text",
          ...(doc ? { info: () => markdown(doc) } : {}),
        })),
      };
    } catch {
      // An engine that cannot complete leaves typing alone.
      return null;
    }
  }

  const hover = hoverTooltip(async (view, position) => {
    const text = view.state.doc.toString();
    const word = view.state.wordAt(position);
    const name = word && view.state.sliceDoc(word.from, word.to);
    const shows = name && studio.state.ref?.text === text && studio.state.game?.definitions.some((definition) => definition.name === name);
    let answer = null;
    try {
      answer = await studio.engine.ask("hover", { game: refer(view), offset: position }, { seconds: 2 });
    } catch {
      // As above.
    }
    if (!answer && !shows) return null;
    return {
      pos: answer?.span.start ?? word!.from,
      end: answer?.span.end ?? word!.to,
      above: true,
      create: () => {
        const dom = document.createElement("div");
        dom.className = "hover";
        if (answer) dom.append(markdown(answer.text));
        if (answer?.text.startsWith("### ")) dom.append(more(() => void studio.guide.explain(text, position)));
        else dom.textContent = `${name}: shown on the board`;
        if (shows) studio.show(name);
        return { dom, destroy: () => { if (shows) studio.show(null); } };
      },
    };
  }, { hoverTime: 350 });

  async function toDefinition(view: EditorView, offset: number) {
    try {
      const span = await studio.engine.ask("definition", { game: refer(view), offset }, { seconds: 2 });
      if (span) studio.editor?.reveal(span, true);
      else studio.note(t("This word is not defined in the sheet."));
    } catch (error) {
      studio.note((error as Error).message, "error");
    }
  }

  return [
    autocompletion({ override: [complete], icons: false }),
    hover,
    keymap.of([
      { key: "F12", run: (view) => (void toDefinition(view, view.state.selection.main.head), true) },
      { key: "F1", run: (view) => (void studio.guide.explain(view.state.doc.toString(), view.state.selection.main.head), true) },
      { key: "Shift-Alt-f", run: () => (void studio.format(), true) },
      { key: "Mod-s", run: () => (void studio.save(), true), preventDefault: true },
    ]),
    EditorView.domEventHandlers({
      mousedown(event, view) {
        if (!(event.ctrlKey || event.metaKey)) return false;
        const offset = view.posAtCoords({ x: event.clientX, y: event.clientY });
        if (offset === null) return false;
        void toDefinition(view, offset);
        return true;
      },
    }),
  ];
}

function markdown(text: string): HTMLElement {
  const dom = document.createElement("div");
  render(h(Markdown, { text }), dom);
  return dom;
}

function more(open: () => void): HTMLElement {
  const button = document.createElement("button");
  button.type = "button";
  button.className = "link help-more";
  button.textContent = t("Open in the help (F1)");
  button.onclick = open;
  return button;
}
