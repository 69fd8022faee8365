// Small buttons that save what is shown: its numbers as CSV and JSON, its picture as SVG.

import { csv } from "./figures";
import { download } from "./files";
import { t } from "./words";

type Row = (string | number | null)[];

/** `what` is saved, in the language of the page. `rows`: a head, and what stands below it. `json`: what is saved as such, if not the rows with the names of their columns. */
export function Saves({ name, what, rows, json, svg }: { name: string; what: string; rows: () => Row[]; json?: () => unknown; svg?: () => string }) {
  const save = (ending: string, type: string, content: () => string) => (
    <button type="button" class="small" aria-label={t("Save {what} as {ending}", { what, ending: ending.toUpperCase() })} onClick={() => download(`${name}.${ending}`, content(), type)}>{ending.toUpperCase()}</button>
  );
  return (
    <span class="saves">
      {save("csv", "text/csv;charset=utf-8", () => csv(rows()))}
      {save("json", "application/json", () => JSON.stringify(json ? json() : named(rows()), null, 1))}
      {svg && save("svg", "image/svg+xml", svg)}
    </span>
  );
}

const named = ([head, ...rows]: Row[]) => rows.map((row) => Object.fromEntries(row.map((value, index) => [String(head![index]), value])));
