// Popovers close like menus do: by a click elsewhere, by Escape, and when the focus goes on.

import { useEffect } from "preact/hooks";

const open = () => document.querySelectorAll<HTMLDetailsElement>("details.popover[open]");

export function usePopovers() {
  useEffect(() => {
    const elsewhere = (event: Event) => {
      for (const popover of open()) if (!event.composedPath().includes(popover)) popover.open = false;
    };
    const escaped = (event: KeyboardEvent) => {
      if (event.key !== "Escape" || event.defaultPrevented) return;
      for (const popover of open()) {
        popover.open = false;
        event.preventDefault();
        if (popover.contains(document.activeElement)) popover.querySelector("summary")!.focus();
      }
    };
    document.addEventListener("pointerdown", elsewhere);
    document.addEventListener("focusin", elsewhere);
    document.addEventListener("keydown", escaped, true);
    return () => {
      document.removeEventListener("pointerdown", elsewhere);
      document.removeEventListener("focusin", elsewhere);
      document.removeEventListener("keydown", escaped, true);
    };
  }, []);
}
