// The board element with its properties and events, as a component.

import "../board/element";
import { useLayoutEffect, useRef } from "preact/hooks";
import type { ActionView, GameView, PositionView } from "../protocol";
import type * as preact from "preact";
import type { BoardEvents, BoardOptions, Overlay, RulebookBoard } from "../board/element";

declare module "preact" {
  namespace JSX {
    interface IntrinsicElements {
      "rulebook-board": preact.HTMLAttributes<RulebookBoard>;
    }
  }
}

export interface BoardProps {
  game: GameView;
  position: PositionView;
  options: BoardOptions;
  overlay?: Overlay | null;
  onPlay?: (action: ActionView) => void;
  /** Cells clicked, in order, with which no legal action begins. */
  onIllegal?: (cells: number[]) => void;
  element?: (board: RulebookBoard | null) => void;
}

export function Board({ game, position, options, overlay, onPlay, onIllegal, element }: BoardProps) {
  const board = useRef<RulebookBoard>(null);
  const handlers = useRef({ onPlay, onIllegal });
  handlers.current = { onPlay, onIllegal };
  const text = JSON.stringify(options);

  useLayoutEffect(() => {
    const target = board.current!;
    const listen = <K extends keyof BoardEvents>(name: K, act: (detail: BoardEvents[K]) => void) => {
      const heard = (event: Event) => act((event as CustomEvent<BoardEvents[K]>).detail);
      target.addEventListener(name, heard);
      return () => target.removeEventListener(name, heard);
    };
    const stops = [
      listen("play", ({ action }) => handlers.current.onPlay?.(action)),
      listen("illegal", ({ cells }) => handlers.current.onIllegal?.(cells)),
    ];
    element?.(target);
    return () => {
      element?.(null);
      for (const stop of stops) stop();
    };
  }, []);
  useLayoutEffect(() => { board.current!.options = options; }, [text]);
  useLayoutEffect(() => {
    // The position belongs to the game: both are set before the element draws.
    if (board.current!.game !== game) board.current!.game = game;
    board.current!.position = position;
  }, [game, position]);
  useLayoutEffect(() => { board.current!.overlay = overlay ?? null; }, [overlay]);
  return <rulebook-board ref={board} />;
}
