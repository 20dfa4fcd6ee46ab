import { useEffect, useEffectEvent, useState } from 'react';
import { isReloadingWithAll } from '#web/lib/release/new-release.ts';

type Options = {
  isDirty: boolean;
  /** Also by a reload for a new version, which keeps what was typed (PWA-04). */
  isLostByReload: boolean;
  /** What is going on is not to be finished behind the question. */
  onAsk: () => void;
};

/** Asks before a link or reload discards input; going back keeps the draft. `target`: the destination during the question. */
export function useLeavingGuard(options: Options): { target: string | null; stay: () => void } {
  const { isDirty } = options;
  const [target, setTarget] = useState<string | null>(null);
  const ask = useEffectEvent((path: string) => {
    options.onAsk();
    setTarget(path);
  });
  const onUnload = useEffectEvent((event: BeforeUnloadEvent) => {
    if (asksBeforeUnload(options.isLostByReload)) event.preventDefault();
  });

  useEffect(() => {
    if (!isDirty) return;
    const onClick = (event: MouseEvent) => {
      const path = pathOfClick(event);
      if (path === null) return;
      // Before React's own listeners, so that the router leaves the click alone.
      event.preventDefault();
      ask(path);
    };
    const listener = (event: BeforeUnloadEvent) => onUnload(event);
    addEventListener('beforeunload', listener);
    document.addEventListener('click', onClick, true);
    return () => {
      removeEventListener('beforeunload', listener);
      document.removeEventListener('click', onClick, true);
    };
  }, [isDirty]);

  return { target, stay: () => setTarget(null) };
}

export const asksBeforeUnload = (isLostByReload: boolean): boolean => isLostByReload || !isReloadingWithAll();

/** Null unless it is a plain click on a link within this app. */
function pathOfClick(event: MouseEvent): string | null {
  if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return null;
  const link = event.target instanceof Element ? event.target.closest('a') : null;
  if (!link?.href || link.target === '_blank' || link.origin !== location.origin) return null;
  return link.pathname === location.pathname ? null : link.pathname + link.search + link.hash;
}
