// One of two boards side by side: a game at a line of play, as far as it goes there.

import { useEffect, useRef, useState } from "preact/hooks";
import type { GameRef, GameView, PositionView } from "../protocol";
import { Board } from "./Board";
import { useStudio, useStudioState } from "./context";
import { Latest } from "./latest";
import { plural, t } from "./words";

export function Side({ label, name, game, line, play }: { label: string; name: string; game: GameRef; line: { start?: string; moves: string[] }; play: boolean }) {
  const studio = useStudio();
  const palette = useStudioState((state) => state.palette);
  const [shown, setShown] = useState<{ game: GameView; position: PositionView } | null>(null);
  const [error, setError] = useState<string | null>(null);
  const latest = useRef<Latest | null>(null);
  latest.current ??= new Latest((failure) => setError(failure.message));
  useEffect(() => () => latest.current!.stop(), []);
  useEffect(() => {
    void latest.current!.run(async (signal) => {
      const { game: view, findings } = await studio.engine.ask("load", { game }, { signal });
      if (!view) throw new Error(findings.find(({ severity }) => severity === "error")?.message ?? t("the sheet has errors"));
      const position = await studio.engine.ask("position", { game, line }, { signal });
      setShown({ game: view, position });
      setError(null);
    });
  }, [game, line]);
  const cut = shown?.position.cut;
  return (
    <figure class="side-board">
      <figcaption><strong>{label}</strong> {name}</figcaption>
      {shown && <Board game={shown.game} position={shown.position} options={{ palette, interactive: play }} onPlay={(action) => studio.play(action)} />}
      {shown && <p class="quiet">{shown.position.ended ? shown.position.ended.says : plural(shown.position.legal.length, "{n} legal action", "{n} legal actions")}</p>}
      {cut && <p class="note">{t("Ends before move {n}, {move}: {reason}", { n: shown!.position.plies.length + 1, move: cut.move, reason: cut.reason })}</p>}
      {error && <p class="error-text">{error}</p>}
    </figure>
  );
}
