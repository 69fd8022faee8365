// Pieces go where they went: the effects of an action, played over the position that it led to.
import type { EffectView, PieceView } from "../protocol";
import { num, type Point } from "./geometry";

export interface Stage {
  at: Point[];
  /** The pieces of a cell, as drawn. */
  find(cell: number): SVGGElement | null;
  /** Pieces that are there no more, drawn until they are gone. */
  ghost(pieces: PieceView[]): SVGGElement;
}

const leg = 180;

/** The same effects the other way round, for an action taken back. */
export function reversed(effects: EffectView[]): EffectView[] {
  return [...effects].reverse().map((effect): EffectView => {
    switch (effect.type) {
      case "put": return { ...effect, type: "remove" };
      case "remove": return { ...effect, type: "put" };
      case "move": return { ...effect, from: effect.to, to: effect.from };
      case "replace": return { ...effect, before: effect.after, after: effect.before };
    }
  });
}

export function animate(effects: EffectView[], stage: Stage): void {
  const place = (cell: number, more = "") => `translate(${num(stage.at[cell]!.x)}px,${num(stage.at[cell]!.y)}px)${more}`;
  // Chains are one way: by the cell where it ends so far.
  const ways = new Map<number, number[]>();
  const legs = () => Math.max(1, ...[...ways.values()].map((way) => way.length - 1));
  const gone = (pieces: PieceView[], keyframes: Keyframe[], timing: KeyframeAnimationOptions) => {
    const ghost = stage.ghost(pieces);
    ghost.animate(keyframes, { ...timing, fill: "both" }).finished.then(() => ghost.remove(), () => ghost.remove());
  };
  for (const effect of effects) {
    // What changes where a piece has just come to is seen when it is there.
    if (effect.type !== "move" && effect.type !== "remove" && ways.has(effect.cell)) continue;
    switch (effect.type) {
      case "move": {
        const way = ways.get(effect.from) ?? [effect.from];
        ways.delete(effect.from);
        ways.set(effect.to, [...way, effect.to]);
        break;
      }
      case "put":
        stage.find(effect.cell)?.animate([{ opacity: 0, transform: place(effect.cell, " scale(.7)") }, { opacity: 1, transform: place(effect.cell) }], { duration: leg, easing: "ease-out" });
        break;
      case "remove":
        gone([effect.piece], [{ opacity: 1, transform: place(effect.cell) }, { opacity: 0, transform: place(effect.cell, " scale(.75)") }], { duration: leg, delay: (legs() - 1) * leg, easing: "ease-in" });
        break;
      case "replace":
        gone(effect.before, [{ transform: place(effect.cell) }, { transform: place(effect.cell, " scale(0,1)") }], { duration: leg / 2, easing: "ease-in" });
        stage.find(effect.cell)?.animate([{ transform: place(effect.cell, " scale(0,1)") }, { transform: place(effect.cell) }], { duration: leg / 2, delay: leg / 2, easing: "ease-out", fill: "backwards" });
    }
  }
  for (const [cell, way] of ways) {
    // Long chains are shortened: nobody waits for them.
    const duration = Math.min(way.length - 1, 4) * leg;
    const pieces = stage.find(cell);
    // Above what it passes.
    pieces?.parentNode?.append(pieces);
    pieces?.animate(way.map((step) => ({ transform: place(step), easing: "ease-in-out" })), { duration });
  }
}
