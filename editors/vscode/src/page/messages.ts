// What the page beside the text and the extension say to each other.
import type { Shown } from "../playing";

export type ToPage = { type: "show"; shown: Shown; palette: "calm" | "patterned" };

export type FromPage =
  | { type: "ready" }
  | { type: "play"; move: string }
  | { type: "illegal"; cells: string[] }
  | { type: "choose"; title: string }
  | { type: "set"; option: string; value: string }
  | { type: "undo" }
  | { type: "restart" };
