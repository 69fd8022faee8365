// What a finding or a word of the language means.

import { useEffect, useState } from "preact/hooks";
import { useStudio } from "./context";
import { Dialog } from "./Dialog";
import { Markdown } from "./markdown";

export function Explain({ topic }: { topic: string }) {
  const studio = useStudio();
  const [text, setText] = useState<string | null>(null);
  useEffect(() => {
    studio.engine.ask("explain", { topic }).then((answer) => setText(answer.text), (error: Error) => setText(error.message));
  }, [topic]);
  return (
    <Dialog title={topic} close={() => studio.store.set({ dialog: null })}>
      {text === null ? <p class="quiet">…</p> : <Markdown text={text} />}
    </Dialog>
  );
}
