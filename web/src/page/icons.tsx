// Line drawings for buttons: 16 by 16, in the colour of the text.

import type * as preact from "preact";

const PATHS: Record<string, string> = {
  first: "M12.5 3.5 8 8l4.5 4.5M3.5 3v10M8.5 3.5 4 8l4.5 4.5",
  back: "M10.5 3 5.5 8l5 5",
  forward: "m5.5 3 5 5-5 5",
  last: "M3.5 3.5 8 8l-4.5 4.5M12.5 3v10M7.5 3.5 12 8l-4.5 4.5",
  flip: "M4.5 13V3.5M2 6l2.5-2.5L7 6M11.5 3v9.5M9 10l2.5 2.5L14 10",
  hint: "M6 13.5h4M6.2 11.3c0-1.6-2.2-2.5-2.2-5a4 4 0 0 1 8 0c0 2.5-2.2 3.4-2.2 5z",
  why: "M5.8 6a2.2 2.2 0 1 1 3.2 2c-.7.4-1 .8-1 1.6M8 12v.1M8 14.5a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13z",
  edit: "m3 13 .7-3L10.8 2.9l2.3 2.3L6 12.3zM9.3 4.4l2.3 2.3",
  share: "M8 9.5V2M5.2 4.5 8 1.8l2.8 2.7M4.5 7.5H3v6.5h10V7.5h-1.5",
  compare: "M2 3h5v10H2zM9 3h5v10H9z",
  explore: "M8 14.5a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13zM10.8 5.2 9.1 9.1 5.2 10.8 6.9 6.9z",
  moon: "M13.3 9.6A5.8 5.8 0 0 1 6.4 2.7 5.8 5.8 0 1 0 13.3 9.6z",
  sun: "M8 11a3 3 0 1 0 0-6 3 3 0 0 0 0 6zM8 1v1.5M8 13.5V15M1 8h1.5M13.5 8H15M3 3l1.1 1.1M11.9 11.9 13 13M13 3l-1.1 1.1M4.1 11.9 3 13",
  close: "m4 4 8 8M12 4l-8 8",
  games: "M2.5 2.5h4.5v4.5H2.5zM9 2.5h4.5v4.5H9zM2.5 9h4.5v4.5H2.5zM9 9h4.5v4.5H9z",
  fork: "M5 4.5v7M5 8.5c4 0 6-.5 6-3.2M5 4.5a1.3 1.3 0 1 0 0-2.6 1.3 1.3 0 0 0 0 2.6zM5 14.1a1.3 1.3 0 1 0 0-2.6 1.3 1.3 0 0 0 0 2.6zM11 5.3a1.3 1.3 0 1 0 0-2.6 1.3 1.3 0 0 0 0 2.6z",
  play: "M5 3.2v9.6L12.5 8z",
  pause: "M5 3.5v9M11 3.5v9",
  comment: "M2.5 3h11v8h-6l-3 2.5V11h-2z",
  promote: "M8 13.5v-10M4 7.5l4-4 4 4",
  delete: "M3 4.5h10M6.5 4.5V2.5h3v2M4.5 4.5l.6 9h5.8l.6-9",
  import: "M8 2v7.5M5.2 7 8 9.8 10.8 7M4.5 10.5H3v3.5h10v-3.5h-1.5",
  sound: "M2.5 6h2.3L8 3v10L4.8 10H2.5zM10.5 6a3 3 0 0 1 0 4M12.3 4a6 6 0 0 1 0 8",
  zoom: "M7 11.5a4.5 4.5 0 1 0 0-9 4.5 4.5 0 0 0 0 9zM10.4 10.4 14 14M5 7h4M7 5v4",
  format: "M2.5 4h11M5 7h8.5M5 10h8.5M2.5 13h11",
  heat: "M3 13.5V9.5M6.3 13.5V6M9.7 13.5V8M13 13.5V2.5",
  more: "M3.5 8h.1M8 8h.1M12.5 8h.1",
  help: "M8 3.6C6.6 2.7 4.6 2.4 2 2.5v10.3c2.6-.1 4.6.2 6 1.1 1.4-.9 3.4-1.2 6-1.1V2.5c-2.6-.1-4.6.2-6 1.1zM8 3.6v10.3",
  contents: "M2.5 4h.1M5.5 4h8M2.5 8h.1M5.5 8h8M2.5 12h.1M5.5 12h8",
  people: "M5.7 7.2a2.2 2.2 0 1 0 0-4.4 2.2 2.2 0 0 0 0 4.4zM1.8 13.2c0-2.4 1.7-3.9 3.9-3.9s3.9 1.5 3.9 3.9M10.4 7.2a2 2 0 1 0-.7-3.9M11.4 9.4c1.7.2 2.9 1.6 2.9 3.8",
  options: "M2 5h5.8M11.8 5H14M9.8 6.9a1.9 1.9 0 1 0 0-3.8 1.9 1.9 0 0 0 0 3.8zM2 11h2.2M8.2 11H14M6.2 12.9a1.9 1.9 0 1 0 0-3.8 1.9 1.9 0 0 0 0 3.8z",
  restart: "M3.2 8.2a4.9 4.9 0 1 0 1.6-3.6L3 6.2M3 2.6v3.6h3.6",
};

export function Icon({ name }: { name: keyof typeof PATHS & string }) {
  return (
    <svg class="icon" width="16" height="16" viewBox="0 0 16 16" aria-hidden="true">
      <path d={PATHS[name]} fill="none" stroke="currentColor" stroke-width={name === "more" ? 2.2 : 1.4} stroke-linecap="round" stroke-linejoin="round" />
    </svg>
  );
}

/** A button with a drawing and no words: its name is told to screen readers and on hover. */
export function IconButton({ icon, label, keys, ...others }: { icon: string; label: string; keys?: string } & preact.ButtonHTMLAttributes<HTMLButtonElement>) {
  return (
    <button type="button" class="icon-button" aria-label={label} title={keys ? `${label} (${keys})` : label} {...others}>
      <Icon name={icon} />
    </button>
  );
}
