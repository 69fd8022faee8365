// Findings under their lines: what is wrong, why, what to write instead, and a button for each fix.

import type { Diagnostic } from "@codemirror/lint";
import type { EditorView } from "@codemirror/view";
import type { Finding } from "../../protocol";
import { helpHere } from "../advice";
import { t } from "../words";

/** Of findings about this text; those about a shipped game that the sheet builds on stand in the list of problems alone. */
export function diagnostics(findings: Finding[], length: number, explain: (code: string) => void): Diagnostic[] {
  return findings.flatMap((finding) => {
    if (!finding.span || finding.span.end > length) return [];
    const { start, end } = finding.span;
    return [{
      from: start,
      to: Math.max(start, end),
      severity: finding.severity === "note" ? "info" as const : finding.severity,
      message: finding.message,
      renderMessage: () => render(finding, explain),
      actions: finding.fixes.filter(({ edits }) => edits.every(({ span }) => span.end <= length)).map((fix) => ({ name: fix.title.replaceAll("`", ""), apply: (view: EditorView) => apply(view, fix.edits) })),
    }];
  });
}

export function apply(view: EditorView, edits: Finding["fixes"][number]["edits"]) {
  view.dispatch({ changes: edits.map(({ span, text }) => ({ from: span.start, to: span.end, insert: text })), userEvent: "input.fix" });
}

function render(finding: Finding, explain: (code: string) => void): HTMLElement {
  const box = document.createElement("div");
  box.className = "finding-text";
  const add = (text: string, name: string) => {
    const line = document.createElement("div");
    line.className = name;
    // Words of the sheet stand between backticks.
    for (const [index, part] of text.split("`").entries()) {
      const node = index % 2 ? document.createElement("code") : document.createElement("span");
      node.textContent = part;
      line.append(node);
    }
    box.append(line);
  };
  add(finding.message, "finding-message");
  if (finding.label) add(finding.label, "finding-label");
  if (finding.help && helpHere(finding.help)) add(helpHere(finding.help), "finding-help");
  if (!finding.code.startsWith("page/")) {
    const more = document.createElement("button");
    more.type = "button";
    more.className = "link";
    more.textContent = finding.code;
    more.title = t("Explain this finding");
    more.onclick = () => explain(finding.code);
    box.append(more);
  }
  return box;
}
