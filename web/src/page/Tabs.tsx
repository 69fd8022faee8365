// A row of tabs: one is in the order of the Tab key, arrows go to the others. With `panel` there is an element `ID-TAB` for the one
// that is shown. Their texts are translated here.

import { t } from "./words";

export function Tabs<T extends string>({ label, tabs, shown, choose, id, panel }: { label: string; tabs: [T, string][]; shown: T; choose: (tab: T) => void; id: string; panel?: boolean }) {
  function onKeyDown(event: KeyboardEvent) {
    const step = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
    if (!step) return;
    event.preventDefault();
    const at = tabs.findIndex(([tab]) => tab === shown);
    const [next] = tabs[(at + step + tabs.length) % tabs.length]!;
    choose(next);
    document.getElementById(`${id}-tab-${next}`)?.focus();
  }
  return (
    <div class="tabs" role="tablist" aria-label={label} onKeyDown={onKeyDown}>
      {tabs.map(([tab, text]) => (
        <button
          type="button" role="tab" key={tab} id={`${id}-tab-${tab}`} aria-selected={tab === shown} aria-controls={panel && tab === shown ? `${id}-${tab}` : undefined}
          tabIndex={tab === shown ? 0 : -1} onClick={() => choose(tab)}
        >{t(text)}</button>
      ))}
    </div>
  );
}
