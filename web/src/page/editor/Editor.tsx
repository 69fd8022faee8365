// The sheet. CodeMirror holds its text, its history and its cursor; the store is told of each change.

import { closeBrackets, closeBracketsKeymap, completionKeymap, acceptCompletion } from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap, undo } from "@codemirror/commands";
import { bracketMatching, codeFolding, foldKeymap, syntaxHighlighting } from "@codemirror/language";
import { lintGutter, lintKeymap, setDiagnostics } from "@codemirror/lint";
import { highlightSelectionMatches, search, searchKeymap } from "@codemirror/search";
import { Compartment, EditorState, Transaction } from "@codemirror/state";
import { EditorView, drawSelection, highlightActiveLine, highlightActiveLineGutter, keymap, lineNumbers } from "@codemirror/view";
import { classHighlighter } from "@lezer/highlight";
import { useEffect, useRef } from "preact/hooks";
import { useStudio } from "../context";
import { findings } from "../state";
import type { Studio } from "../studio";
import { assist } from "./assist";
import { diagnostics } from "./findings";
import { fallback, indentation } from "./language";
import { hanging } from "./hanging";
import { lit, setLit } from "./lit";
import { engineTokens } from "./tokens";
import { english, t } from "../words";

/** What the editor says by itself: its search, its folds, its lists. */
const PHRASES = [
  english("Find"), english("Replace"), english("next"), english("previous"), english("all"), english("match case"), english("regexp"),
  english("by word"), english("replace"), english("replace all"), english("close"), english("current match"), english("on line"), english("Go to line"),
  english("go"), english("Diagnostics"), english("No diagnostics"), english("Folded lines"), english("Unfolded lines"), english("to"), english("folded code"),
  english("unfold"), english("Fold line"), english("Unfold line"), english("Completions"),
];

export function Editor() {
  const studio = useStudio();
  const host = useRef<HTMLDivElement>(null);
  useEffect(() => mount(studio, host.current!), [studio]);
  return <div class="editor" ref={host} />;
}

function mount(studio: Studio, parent: HTMLElement): () => void {
  const words = new Compartment();
  const begin = (text: string) => EditorState.create({
    doc: text,
    extensions: [
      lineNumbers(), highlightActiveLineGutter(), highlightActiveLine(), history(), drawSelection(), bracketMatching(), closeBrackets(),
      codeFolding(), highlightSelectionMatches(), search({ top: true }), lintGutter(), lit, indentation, EditorView.lineWrapping, hanging, EditorState.tabSize.of(2),
      words.of([fallback, syntaxHighlighting(classHighlighter)]),
      engineTokens(studio.engine, (view) => queueMicrotask(() => view.dispatch({ effects: words.reconfigure([]) }))),
      keymap.of([{ key: "Tab", run: acceptCompletion }]),
      assist(studio),
      keymap.of([...closeBracketsKeymap, ...completionKeymap, ...lintKeymap, ...searchKeymap, ...historyKeymap, ...foldKeymap, ...defaultKeymap]),
      EditorState.phrases.of(Object.fromEntries(PHRASES.map((phrase) => [phrase, t(phrase)]))),
      EditorView.contentAttributes.of({ "aria-label": t("Rule sheet"), tabindex: "0", spellcheck: "false", autocapitalize: "off", autocorrect: "off" }),
      EditorView.updateListener.of((update) => {
        if (update.docChanged && !update.transactions.some((transaction) => transaction.annotation(Transaction.remote))) {
          studio.setText(update.state.doc.toString());
        }
      }),
    ],
  });

  const view = new EditorView({ state: begin(studio.state.text), parent });
  studio.editor = {
    change(edits, cursor) {
      view.dispatch({
        changes: edits.map(({ span, text }) => ({ from: span.start, to: span.end, insert: text })),
        ...(cursor === undefined ? {} : { selection: { anchor: cursor }, scrollIntoView: true }),
        userEvent: "input",
      });
      // Taking it back is a key away.
      view.focus();
    },
    reveal({ start, end }, focus) {
      const length = view.state.doc.length;
      if (end > length) return;
      view.dispatch({ ...(focus ? { selection: { anchor: start, head: end } } : {}), effects: EditorView.scrollIntoView(start, { y: "center" }) });
      if (focus) view.focus();
    },
    undo: () => void undo(view),
  };

  const explain = (code: string) => studio.guide.open(`findings/${code}`);
  const unsubscribe = studio.store.subscribe((state, before) => {
    if (state.sheet !== before.sheet) view.setState(begin(state.text));
    else if (state.text !== before.text && state.text !== view.state.doc.toString()) {
      view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: state.text }, annotations: Transaction.remote.of(true) });
    }
    if (state.loaded !== before.loaded || state.checked !== before.checked || state.checkState !== before.checkState || state.sheet !== before.sheet) {
      // Findings of an older text stay under the words where they were until there are newer ones.
      if (state.loadedText === state.text) view.dispatch(setDiagnostics(view.state, diagnostics(findings(state), view.state.doc.length, explain)));
    }
    if (state.lit !== before.lit) view.dispatch({ effects: setLit.of(state.lit?.text === state.text ? state.lit.spans : []) });
  });
  return () => {
    unsubscribe();
    studio.editor = null;
    view.destroy();
  };
}
