// The line of play: a list in which each move leads to its position.

import { useEffect, useRef } from "preact/hooks";
import { useStudio, useStudioState } from "./context";
import { usePlayerColour } from "./players";

export function Moves() {
  const colourOf = usePlayerColour();
  const studio = useStudio();
  const moves = useStudioState((state) => state.moves);
  const plies = useStudioState((state) => state.plies);
  const ply = useStudioState((state) => state.ply);
  const game = useStudioState((state) => state.game);
  const start = useStudioState((state) => state.start);
  const here = useRef<HTMLButtonElement>(null);
  const list = useRef<HTMLOListElement>(null);
  useEffect(() => {
    // `scrollIntoView` would move the whole page on a narrow screen.
    const [item, box] = [here.current, list.current];
    if (!item || !box) return;
    const [top, bottom] = [item.offsetTop, item.offsetTop + item.offsetHeight];
    if (top < box.scrollTop) box.scrollTop = top - 8;
    else if (bottom > box.scrollTop + box.clientHeight) box.scrollTop = bottom - box.clientHeight + 8;
  }, [ply, moves]);

  return (
    <section class="panel moves" aria-labelledby="moves-title">
      <h2 id="moves-title">Moves</h2>
      <ol class="move-list" ref={list} tabIndex={moves.length ? undefined : 0}>
        <li>
          <button type="button" class="move start" ref={ply === 0 ? here : undefined} aria-current={ply === 0 ? "step" : undefined} onClick={() => studio.jump(0)}>
            {start ? "position" : "start"}
          </button>
        </li>
        {moves.map((move, index) => (
          <li key={index}>
            <button
              type="button" class={index + 1 > ply ? "move later" : "move"} ref={ply === index + 1 ? here : undefined}
              aria-current={ply === index + 1 ? "step" : undefined} onClick={() => studio.jump(index + 1)}
            >
              <span class="number">{index + 1}</span>
              <span class="dot" style={{ background: colourOf(game, plies[index]?.player) }} />
              <span class="hidden">{game?.players[plies[index]?.player ?? -1]} </span>
              {move}
            </button>
          </li>
        ))}
      </ol>
    </section>
  );
}
