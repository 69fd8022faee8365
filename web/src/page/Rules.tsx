// The rules in English sentences, as they are played with the options that are chosen.

import { useEffect, useRef, useState } from "preact/hooks";
import { useStudio, useStudioState } from "./context";
import { Latest } from "./latest";
import { Markdown } from "./markdown";
import { t } from "./words";

export function Rules() {
  const studio = useStudio();
  const game = useStudioState((state) => state.ref);
  const [text, setText] = useState<string | null>(null);
  const [error, setError] = useState<string | null>(null);
  const latest = useRef<Latest | null>(null);
  latest.current ??= new Latest((failure) => setError(failure.message));
  useEffect(() => () => latest.current!.stop(), []);
  useEffect(() => {
    if (!game) return;
    void latest.current!.run(async (signal) => {
      const told = await studio.engine.ask("rules", { game }, { signal, seconds: 10 });
      if (signal.aborted) return;
      setText(told.text);
      setError(null);
    });
  }, [game]);
  if (error) return <p class="error-text" role="alert">{error}</p>;
  return text === null ? <p class="empty">{t("The rules are told when the sheet can be played.")}</p> : <div class="rules"><Markdown text={text} level={2} /></div>;
}
