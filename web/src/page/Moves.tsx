// The game as a tree: each move leads to its position. Variations stand below the move that they are played instead of.

import { useEffect, useRef } from "preact/hooks";
import { useStudio, useStudioState } from "./context";
import { usePlayerColour } from "./players";
import { Comment, TreeButtons } from "./TreeButtons";
import type { Node } from "./tree";
import { t } from "./words";

export function Moves() {
  const studio = useStudio();
  const moves = useStudioState((state) => state.moves);
  const tree = useStudioState((state) => state.tree);
  const ply = useStudioState((state) => state.ply);
  const start = useStudioState((state) => state.start);
  const commenting = useStudioState((state) => state.commenting);
  const list = useRef<HTMLOListElement>(null);
  useEffect(() => {
    // `scrollIntoView` would move the whole page on a narrow screen.
    const [item, box] = [list.current?.querySelector<HTMLElement>("[aria-current]"), list.current];
    if (!item || !box) return;
    const top = item.getBoundingClientRect().top - box.getBoundingClientRect().top + box.scrollTop;
    const bottom = top + item.offsetHeight;
    if (top < box.scrollTop) box.scrollTop = top - 8;
    else if (bottom > box.scrollTop + box.clientHeight) box.scrollTop = bottom - box.clientHeight + 8;
  }, [ply, moves, tree]);

  return (
    <section class="panel moves" aria-labelledby="moves-title">
      <header class="panel-head">
        <h2 id="moves-title">{t("Moves")}</h2>
        <TreeButtons />
      </header>
      <ol class="move-list" ref={list} tabIndex={tree.next.length ? undefined : 0}>
        <li>
          <button type="button" class="move start" aria-current={ply === 0 ? "step" : undefined} onClick={() => studio.jump(0)}>
            {start ? t("position") : t("start")}
          </button>
        </li>
        {tree.comment && <li class="comment">{tree.comment}</li>}
        <Line from={tree} path={NOWHERE} on moves={moves} ply={ply} />
      </ol>
      {commenting && <Comment />}
    </section>
  );
}

const NOWHERE: string[] = [];

interface At { on: boolean; moves: string[]; ply: number }

/** What follows a node: the main line, and the variations from it. `on` tells whether the node is on the line at hand, `moves`. */
function Line({ from, path, on, moves, ply }: At & { from: Node; path: string[] }) {
  const items = [];
  const here = [...path];
  for (let node = from, onLine = on; node.next.length; ) {
    const depth = here.length + 1;
    const [main, ...others] = node.next as [Node, ...Node[]];
    const chosen = onLine ? moves[depth - 1] : undefined;
    const before = others.length ? [...here] : [];
    here.push(main.move);
    items.push(<Move key={depth} node={main} path={here} depth={depth} on={chosen === main.move} ply={ply} />);
    if (main.comment) items.push(<li key={`${depth} comment`} class="comment">{main.comment}</li>);
    if (others.length) {
      items.push(
        <li key={`${depth} others`} class="variations">
          {others.map((other) => {
            const path = [...before, other.move];
            const on = chosen === other.move;
            return (
              <ol key={other.move} class="variation" aria-label={t("Variation at move {n}", { n: depth })}>
                <Move node={other} path={path} depth={depth} on={on} ply={ply} />
                {other.comment && <li class="comment">{other.comment}</li>}
                <Line from={other} path={path} on={on} moves={moves} ply={ply} />
              </ol>
            );
          })}
        </li>,
      );
    }
    onLine = chosen === main.move;
    node = main;
  }
  return <>{items}</>;
}

/** The move at a depth of a path that may go on. */
function Move({ node, path, depth, on, ply }: { node: Node; path: string[]; depth: number; on: boolean; ply: number }) {
  const studio = useStudio();
  const colourOf = usePlayerColour();
  const game = useStudioState((state) => state.game);
  return (
    <li>
      <button
        type="button" class={on ? (depth > ply ? "move later" : "move") : "move aside"}
        aria-current={on && depth === ply ? "step" : undefined} onClick={() => studio.go(path.slice(0, depth))}
      >
        <span class="number">{depth}</span>
        <span class="dot" style={{ background: colourOf(game, node.player) }} />
        <span class="hidden">{game?.players[node.player ?? -1]} </span>
        {node.move}
      </button>
    </li>
  );
}
