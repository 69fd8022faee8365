// What is done to the move on the board: a comment, its variation made the main line, or deleted.

import { useLayoutEffect, useRef } from "preact/hooks";
import { useStudio, useStudioState } from "./context";
import { IconButton } from "./icons";
import { branchOf, nodeAt } from "./tree";
import { t } from "./words";

export function TreeButtons() {
  const studio = useStudio();
  const commenting = useStudioState((state) => state.commenting);
  const ply = useStudioState((state) => state.ply);
  const match = useStudioState((state) => state.match != null);
  const aside = useStudioState(({ tree, moves, ply }) => branchOf(tree, moves.slice(0, ply)) > 0);
  if (match) return null;
  return (
    <div class="tree-buttons" role="toolbar" aria-label={t("The move on the board")}>
      <IconButton icon="comment" label={t("Comment")} keys="c" aria-pressed={commenting} onClick={() => studio.store.set({ commenting: !commenting })} />
      <IconButton icon="promote" label={t("Promote the variation")} keys="p" disabled={!aside} onClick={() => studio.promote()} />
      <IconButton icon="delete" label={t("Delete from this move on")} keys="Delete" disabled={ply === 0} onClick={() => studio.remove()} />
      <IconButton icon="import" label={t("Import a game or a position")} keys="i" onClick={() => studio.store.set({ dialog: { import: "" } })} />
    </div>
  );
}

export function Comment() {
  const studio = useStudio();
  const move = useStudioState(({ moves, ply }) => (ply ? `${ply} ${moves[ply - 1]}` : null));
  const comment = useStudioState(({ tree, moves, ply }) => nodeAt(tree, moves.slice(0, ply))?.comment ?? "");
  const field = useRef<HTMLTextAreaElement>(null);
  useLayoutEffect(() => field.current?.focus(), []);
  return (
    <label class="stacked comment-field">{move ? t("Comment on {move}", { move }) : t("Comment on the game")}
      <textarea
        ref={field} rows={2} value={comment} onInput={(event) => studio.comment(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== "Escape") return;
          event.preventDefault();
          studio.store.set({ commenting: false });
          document.querySelector<HTMLElement>(".move-list [aria-current]")?.focus();
        }}
      />
    </label>
  );
}
