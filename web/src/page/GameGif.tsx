// The line of play as a GIF: a button that shows how far it is and can be stopped.

import { useEffect, useRef, useState } from "preact/hooks";
import { useStudio, useStudioState } from "./context";
import { download, stem } from "./files";
import { MOST_MOVES, makeGif } from "./gif/make";
import { t } from "./words";

export function GameGif({ say }: { say: (text: string) => void }) {
  const studio = useStudio();
  const playable = useStudioState((state) => state.game !== null && state.ref?.text === state.text && state.positionGame !== null);
  const moves = useStudioState((state) => state.moves.length);
  const [made, setMade] = useState<{ done: number; of: number } | null>(null);
  const stop = useRef<AbortController | null>(null);
  useEffect(() => () => stop.current?.abort(), []);

  async function make() {
    const control = (stop.current = new AbortController());
    setMade({ done: 0, of: moves + 1 });
    say("");
    try {
      const file = await makeGif(studio, (done, of) => setMade({ done, of }), control.signal);
      download(`${stem(studio)}.gif`, file, "image/gif");
      if (moves > MOST_MOVES) say(t("The GIF ends after {n} moves of {all}.", { n: MOST_MOVES, all: moves }));
    } catch (error) {
      if (!control.signal.aborted) say((error as Error).message);
    } finally {
      setMade(null);
    }
  }
  // One button, which keeps the focus.
  return (
    <span class="row making">
      <button type="button" disabled={!playable || moves === 0} title={moves ? undefined : t("A move has to be played first")} onClick={made ? () => stop.current?.abort() : make}>
        {made ? t("Stop the GIF") : t("Game as GIF")}
      </button>
      {made && <progress max={made.of} value={made.done} aria-label={t("Game as GIF")} />}
    </span>
  );
}
