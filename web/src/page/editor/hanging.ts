// Lines that are too long go on below themselves, further in than they begin: so the indentation of the sheet stays to be seen.

import { type Extension, RangeSetBuilder } from "@codemirror/state";
import { Decoration, type DecorationSet, type EditorView, ViewPlugin, type ViewUpdate } from "@codemirror/view";

/** The most columns that a line is moved in: in a narrow sheet there is no room for more. */
const MOST = 12;
const MORE = 2;

const decorations = Array.from({ length: MOST + MORE + 1 }, (_, columns) => Decoration.line({ attributes: { style: `padding-inline-start:calc(6px + ${columns}ch);text-indent:-${columns}ch` } }));

function built(view: EditorView): DecorationSet {
  const builder = new RangeSetBuilder<Decoration>();
  const { tabSize } = view.state;
  for (const { from, to } of view.visibleRanges) {
    for (let at = from; at <= to;) {
      const line = view.state.doc.lineAt(at);
      const columns = /^[ \t]*/.exec(line.text)![0].replaceAll("\t", " ".repeat(tabSize)).length;
      builder.add(line.from, line.from, decorations[Math.min(MOST, columns) + MORE]!);
      at = line.to + 1;
    }
  }
  return builder.finish();
}

export const hanging: Extension = ViewPlugin.fromClass(
  class {
    decorations: DecorationSet;
    constructor(view: EditorView) {
      this.decorations = built(view);
    }
    update(update: ViewUpdate) {
      if (update.docChanged || update.viewportChanged) this.decorations = built(update.view);
    }
  },
  { decorations: ({ decorations }) => decorations },
);
