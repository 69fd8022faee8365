// A dialog over the page: the browser keeps the focus in it, and Escape closes it.

import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { IconButton } from "./icons";
import { t } from "./words";

export function Dialog({ title, close, wide, children }: { title: string; close: () => void; wide?: boolean; children: ComponentChildren }) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const element = dialog.current!;
    element.showModal();
    return () => element.close();
  }, []);
  return (
    <dialog
      ref={dialog} class={wide ? "dialog wide" : "dialog"} aria-label={title}
      onCancel={(event) => { event.preventDefault(); close(); }}
      onClick={(event) => event.target === dialog.current && close()}
    >
      <div class="dialog-body">
        <header class="dialog-head">
          <h2>{title}</h2>
          <IconButton icon="close" label={t("Close")} onClick={close} />
        </header>
        {children}
      </div>
    </dialog>
  );
}
