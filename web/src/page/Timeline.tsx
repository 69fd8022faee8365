// The slider through the line at hand, and the button that plays it by itself.

import { useStudio, useStudioState } from "./context";
import { IconButton } from "./icons";
import { plural, t } from "./words";

export function Timeline() {
  const studio = useStudio();
  const ply = useStudioState((state) => state.ply);
  const moves = useStudioState((state) => state.moves);
  const game = useStudioState((state) => state.positionGame);
  const player = useStudioState((state) => (state.ply ? state.plies[state.ply - 1]?.player : undefined));
  const move = [player === undefined ? "" : game?.players[player], moves[ply - 1]].filter(Boolean).join(" ");
  const text = ply ? t("move {n} of {all}: {move}", { n: ply, all: moves.length, move }) : plural(moves.length, "start, {n} move", "start, {n} moves");
  return (
    <input
      type="range" class="timeline" aria-label={t("Move on the board")} aria-valuetext={text} title={text}
      min={0} max={Math.max(1, moves.length)} value={ply} disabled={!moves.length}
      onInput={(event) => studio.jump(event.currentTarget.valueAsNumber)}
    />
  );
}

export function Autoplay() {
  const studio = useStudio();
  const replaying = useStudioState((state) => state.replaying);
  const over = useStudioState((state) => !state.moves.length);
  return (
    <IconButton
      icon={replaying ? "pause" : "play"} label={replaying ? t("Pause") : t("Play the moves")} keys="a" class="icon-button autoplay" disabled={over}
      onClick={() => studio.replay(!replaying)}
    />
  );
}
