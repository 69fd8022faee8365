// A shipped game as a tile, with a position from the middle of a game.

import { useEffect, useRef, useState } from "preact/hooks";
import type { GameRef, GameView, PositionView } from "../protocol";
import { Board } from "./Board";
import { useStudio } from "./context";
import type { GalleryEntry } from "./state";

type Drawn = { game: GameView; position: PositionView };
const drawn = new Map<string, Drawn>();

export function Tile({ entry, title, doc, onClick }: { entry: GalleryEntry; title: string; doc: string; onClick: () => void }) {
  return (
    <button type="button" class="tile" onClick={onClick}>
      <TileBoard name={entry.name} game={{ text: entry.text }} />
      <span class="tile-title">{title}</span>
      <span class="tile-doc">{doc}</span>
    </button>
  );
}

/** A position from the middle of a game, worked out when it comes into sight and kept by its name. */
export function TileBoard({ name, game: ref }: { name: string; game: GameRef }) {
  const studio = useStudio();
  const [tile, setTile] = useState<Drawn | null>(drawn.get(name) ?? null);
  const host = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (tile) return;
    const controller = new AbortController();
    // Games below the fold are worked out when they come into sight.
    const observer = new IntersectionObserver(([seen]) => {
      if (!seen?.isIntersecting) return;
      observer.disconnect();
      const options = { signal: controller.signal, lane: "tiles" };
      (async () => {
        const { game } = await studio.engine.ask("load", { game: ref }, options);
        if (!game) return;
        const line = await studio.engine.ask("sample", { game: ref, seed: 3, plies: Math.min(40, Math.round(game.board.cells.length * 0.45)) }, options);
        const position = await studio.engine.ask("position", { game: ref, line }, options);
        const made = { game, position };
        drawn.set(name, made);
        setTile(made);
      })().catch(() => {});
    });
    observer.observe(host.current!);
    return () => {
      observer.disconnect();
      controller.abort();
    };
  }, [name]);
  return (
    <div class="tile-board" ref={host} inert aria-hidden="true">
      {tile && <Board game={tile.game} position={tile.position} options={{ coordinates: false, interactive: false, trays: false, reduced: true }} />}
    </div>
  );
}
