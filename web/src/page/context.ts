// The studio, for every panel.

import { createContext } from "preact";
import { useContext } from "preact/hooks";
import { useSelect } from "./store";
import type { State } from "./state";
import type { Studio } from "./studio";

export const StudioContext = createContext<Studio>(null as unknown as Studio);

export const useStudio = () => useContext(StudioContext);

/** A part of the state: one that is the same object while it is the same. */
export function useStudioState<T>(select: (state: State) => T): T {
  return useSelect(useStudio().store, select);
}
