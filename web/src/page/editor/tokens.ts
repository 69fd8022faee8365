// Colours from the engine, which knows what each word is, also in a text that is broken.

import { type Extension, StateEffect, StateField } from "@codemirror/state";
import { Decoration, type DecorationSet, EditorView, ViewPlugin } from "@codemirror/view";
import type { Engine, Token } from "../../protocol";
import { Latest } from "../latest";

const setTokens = StateEffect.define<Token[]>();

const marks = new Map<string, Decoration>();
const mark = (kind: string) => {
  let found = marks.get(kind);
  if (!found) marks.set(kind, (found = Decoration.mark({ class: `tk-${kind}` })));
  return found;
};

const field = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(set, transaction) {
    for (const effect of transaction.effects) {
      if (!effect.is(setTokens)) continue;
      const length = transaction.newDoc.length;
      return Decoration.set(effect.value.filter(({ start, end }) => start < end && end <= length).map(({ start, end, kind }) => mark(kind).range(start, end)), true);
    }
    return set.map(transaction.changes);
  },
  provide: (self) => EditorView.decorations.from(self),
});

/** `known` is called once, when the engine has answered: colours by words alone are needed no more. */
export function engineTokens(engine: Engine, known: (view: EditorView) => void): Extension {
  let told = false;
  let able = true;
  const asking = ViewPlugin.define((view) => {
    const latest = new Latest(() => { able = told; });
    const ask = () => {
      if (!able) return;
      const text = view.state.doc.toString();
      void latest.run(async (signal) => {
        const tokens = await engine.ask("tokens", { text }, { signal });
        if (signal.aborted || view.state.doc.toString() !== text) return;
        view.dispatch({ effects: setTokens.of(tokens) });
        if (!told) known(view);
        told = true;
      });
    };
    ask();
    return { update: (update) => { if (update.docChanged) ask(); }, destroy: () => latest.stop() };
  });
  return [field, asking];
}
