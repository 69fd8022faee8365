// The little Markdown in which words and findings are explained: headings, paragraphs, lists, tables as they stand, code.

import type { ComponentChildren } from "preact";

export function Markdown({ text, level = 3 }: { text: string; level?: number }) {
  return <div class="markdown">{blocks(text, level)}</div>;
}

function blocks(text: string, level: number): ComponentChildren[] {
  const out: ComponentChildren[] = [];
  const lines = text.split("\n");
  for (let at = 0; at < lines.length; ) {
    const line = lines[at]!;
    if (line.startsWith("```")) {
      const code: string[] = [];
      for (at++; at < lines.length && !lines[at]!.startsWith("```"); at++) code.push(lines[at]!);
      at++;
      out.push(<pre tabIndex={0}><code>{code.join("\n")}</code></pre>);
    } else if (/^#+ /.test(line)) {
      const Heading = `h${Math.min(6, level + line.indexOf(" ") - 1)}` as "h3";
      out.push(<Heading>{inline(line.replace(/^#+ /, ""))}</Heading>);
      at++;
    } else if (/^[-*] /.test(line)) {
      const from = at;
      while (at < lines.length && /^([-*] | {2})/.test(lines[at]!)) at++;
      out.push(list(lines.slice(from, at)));
    } else if (line.startsWith("    ") || line.startsWith("|")) {
      const code: string[] = [];
      for (; at < lines.length && (lines[at]!.startsWith("    ") || lines[at]!.startsWith("|")); at++) code.push(lines[at]!.replace(/^ {4}/, ""));
      out.push(<pre tabIndex={0}><code>{code.join("\n")}</code></pre>);
    } else if (!line.trim()) {
      at++;
    } else {
      const words: string[] = [];
      for (; at < lines.length && lines[at]!.trim() && !/^(```|#+ |[-*] |\|)/.test(lines[at]!); at++) words.push(lines[at]!);
      out.push(<p>{inline(words.join(" "))}</p>);
    }
  }
  return out;
}

/** A list; what stands two columns to the right of an item is in it, as further words or as a list within. */
function list(lines: string[]): ComponentChildren {
  const items: { words: string; within: string[] }[] = [];
  for (const line of lines) {
    const last = items[items.length - 1];
    if (/^[-*] /.test(line)) items.push({ words: line.slice(2), within: [] });
    else if (last && (last.within.length || /^ +[-*] /.test(line))) last.within.push(line.slice(2));
    else if (last) last.words += ` ${line.trim()}`;
  }
  return <ul>{items.map(({ words, within }) => <li>{inline(words)}{within.length > 0 && list(within)}</li>)}</ul>;
}

/** Code between backticks, strong between stars, links as their words. */
export function inline(text: string): ComponentChildren[] {
  return text.split(/(`[^`]+`|\*\*[^*]+\*\*|\[[^\]]+\]\([^)]*\))/).map((part) => {
    if (part.startsWith("`") && part.length > 1) return <code>{part.slice(1, -1)}</code>;
    if (part.startsWith("**")) return <strong>{part.slice(2, -2)}</strong>;
    if (part.startsWith("[")) return part.slice(1, part.indexOf("]"));
    return part;
  });
}
