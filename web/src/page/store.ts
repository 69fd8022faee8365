// One value that changes by replacement, and components that look at parts of it.

import { useLayoutEffect, useRef, useState } from "preact/hooks";

export class Store<S extends object> {
  private readonly listeners = new Set<(state: S, before: S) => void>();
  private depth = 0;

  /** `whole` makes of a state what follows from a change of it at once. */
  constructor(private state: S, private readonly whole: (state: S, before: S) => S = (state) => state) {}

  get(): S {
    return this.state;
  }

  set(patch: Partial<S> | ((state: S) => Partial<S>)): void {
    const before = this.state;
    const change = typeof patch === "function" ? patch(before) : patch;
    if (Object.keys(change).every((key) => Object.is(before[key as keyof S], change[key as keyof S]))) return;
    this.state = this.whole({ ...before, ...change }, before);
    if (++this.depth > 50) throw new Error("a change of the state causes itself");
    for (const listener of [...this.listeners]) listener(this.state, before);
    this.depth--;
  }

  subscribe(listener: (state: S, before: S) => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }
}

/** A part of the state; the component is drawn again when it is another. */
export function useSelect<S extends object, T>(store: Store<S>, select: (state: S) => T): T {
  const latest = useRef(select);
  latest.current = select;
  const value = select(store.get());
  const [, redraw] = useState(0);
  const shown = useRef(value);
  shown.current = value;
  useLayoutEffect(() => {
    const look = () => {
      if (differs(() => Object.is(latest.current(store.get()), shown.current))) redraw((count) => count + 1);
    };
    look();
    return store.subscribe(look);
  }, [store]);
  return value;
}

/** A component whose part of the state is gone is about to go as well: it is drawn again with those around it, and fails only if it stays. */
function differs(same: () => boolean): boolean {
  try {
    return !same();
  } catch {
    return true;
  }
}
