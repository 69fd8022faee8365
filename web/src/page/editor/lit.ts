// Places that something else points at: the clause that refuses a move, the end that decided the game.

import { StateEffect, StateField } from "@codemirror/state";
import { Decoration, type DecorationSet, EditorView } from "@codemirror/view";
import type { Span } from "../../protocol";

export const setLit = StateEffect.define<Span[]>();

const mark = Decoration.mark({ class: "lit" });

export const lit = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(set, transaction) {
    for (const effect of transaction.effects) {
      if (!effect.is(setLit)) continue;
      const length = transaction.newDoc.length;
      return Decoration.set(effect.value.filter(({ start, end }) => start < end && end <= length).map(({ start, end }) => mark.range(start, end)), true);
    }
    return transaction.docChanged ? Decoration.none : set;
  },
  provide: (self) => EditorView.decorations.from(self),
});
