// Parts of the page that the first board does without: their code is fetched when they are shown for the first time.

import { type ComponentChildren, type ComponentType, h } from "preact";
import { useEffect, useState } from "preact/hooks";
import { useStudio } from "./context";
import { t } from "./words";

/** The component that `load` fetches; until it is there, what is `meanwhile`. */
export function later<P extends object>(load: () => Promise<ComponentType<P>>, meanwhile: ComponentChildren = null): ComponentType<P> {
  let loaded: ComponentType<P> | null = null;
  return function Later(props: P) {
    const studio = useStudio();
    const [, redraw] = useState(0);
    useEffect(() => {
      let wanted = true;
      if (!loaded) load().then(
        (component) => { loaded = component; if (wanted) redraw(1); },
        () => studio.note(t("This part of the page could not be fetched: reload the page."), "error"),
      );
      return () => { wanted = false; };
    }, []);
    return <>{loaded ? h(loaded, props) : meanwhile}</>;
  };
}
