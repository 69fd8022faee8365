// Drawings as plain data: written as text where there is no page, and patched into one where there is.

export interface Drawn {
  tag: string;
  /** Tells a node from its brothers, so that it stays the same element while the drawing changes. */
  key: string | undefined;
  attributes: Record<string, string>;
  children: (Drawn | string)[];
}

type Value = string | number | boolean | null | undefined;
type Child = Drawn | string | null | undefined | false;

/** A node. Attributes that are null, undefined or false are left out; `key` is no attribute. */
export function h(tag: string, attributes: Record<string, Value> = {}, ...children: (Child | Child[])[]): Drawn {
  const { key, ...rest } = attributes;
  const kept: Record<string, string> = {};
  for (const [name, value] of Object.entries(rest)) {
    if (value !== null && value !== undefined && value !== false) kept[name] = typeof value === "number" ? String(Math.round(value * 1000) / 1000) : String(value);
  }
  return { tag, key: key === undefined || key === null ? undefined : String(key), attributes: kept, children: children.flat().filter((child): child is Drawn | string => child !== null && child !== undefined && child !== false) };
}

const escaped = (text: string) => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);

/** A drawing as text. */
export function written(node: Drawn | string): string {
  if (typeof node === "string") return escaped(node);
  const attributes = Object.entries(node.attributes).map(([name, value]) => ` ${name}="${escaped(value)}"`).join("");
  return node.children.length === 0 ? `<${node.tag}${attributes}/>` : `<${node.tag}${attributes}>${node.children.map(written).join("")}</${node.tag}>`;
}

const drawnAs = new WeakMap<Node, { node: Drawn; key: string }>();

/** Makes the children of an element those of a drawing, and keeps what is there already. */
export function patch(host: Element, wanted: (Drawn | string)[]): void {
  if (wanted.every((node) => typeof node === "string")) {
    const text = wanted.join("");
    if (host.childElementCount > 0 || host.textContent !== text) host.textContent = text;
    return;
  }
  const old = new Map<string, Element>();
  for (const child of [...host.children]) {
    const key = drawnAs.get(child)?.key;
    if (key !== undefined) old.set(key, child);
    else child.remove();
  }
  wanted.forEach((node, index) => {
    if (typeof node === "string") return;
    const key = node.key ?? `#${index} ${node.tag}`;
    const found = old.get(key);
    const element = found?.localName === node.tag ? found : document.createElementNS("http://www.w3.org/2000/svg", node.tag);
    if (element === found) old.delete(key);
    if (host.children[index] !== element) host.insertBefore(element, host.children[index] ?? null);
    const drawn = drawnAs.get(element)?.node;
    // The same node is drawn already.
    if (drawn === node) return;
    const before = drawn?.attributes ?? {};
    for (const name of Object.keys(before)) if (!(name in node.attributes)) element.removeAttribute(name);
    for (const [name, value] of Object.entries(node.attributes)) if (before[name] !== value) element.setAttribute(name, value);
    drawnAs.set(element, { node, key });
    patch(element, node.children);
  });
  for (const element of old.values()) element.remove();
}

/** A drawing as an element of its own. */
export function element(node: Drawn): SVGGraphicsElement {
  const made = document.createElementNS("http://www.w3.org/2000/svg", node.tag) as SVGGraphicsElement;
  for (const [name, value] of Object.entries(node.attributes)) made.setAttribute(name, value);
  patch(made, node.children);
  return made;
}

/** An element of the page around a drawing. */
export function html<K extends keyof HTMLElementTagNameMap>(tag: K, attributes: Record<string, string> = {}, ...children: (Node | string)[]): HTMLElementTagNameMap[K] {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  made.append(...children);
  return made;
}
