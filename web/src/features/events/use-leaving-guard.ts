import { useEffect, useEffectEvent, useState } from 'react';
import { isReloadingWithAll } from '#web/lib/release/new-release.ts';

/** Asks before a link or reload discards input; going back keeps the draft. `target`: the destination during the question.
 * @param onAsk what is going on is not to be finished behind the question */
export function useLeavingGuard(
  isDirty: boolean,
  onAsk: () => void,
): { target: string | null; stay: () => void } {
  const [target, setTarget] = useState<string | null>(null);
  const ask = useEffectEvent((path: string) => {
    onAsk();
    setTarget(path);
  });

  useEffect(() => {
    if (!isDirty) return;
    const onUnload = (event: BeforeUnloadEvent) => {
      if (!isReloadingWithAll()) event.preventDefault();
    };
    const onClick = (event: MouseEvent) => {
      const path = pathOfClick(event);
      if (path === null) return;
      // Before React's own listeners, so that the router leaves the click alone.
      event.preventDefault();
      ask(path);
    };
    addEventListener('beforeunload', onUnload);
    document.addEventListener('click', onClick, true);
    return () => {
      removeEventListener('beforeunload', onUnload);
      document.removeEventListener('click', onClick, true);
    };
  }, [isDirty]);

  return { target, stay: () => setTarget(null) };
}

/** Null unless it is a plain click on a link within this app. */
function pathOfClick(event: MouseEvent): string | null {
  if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return null;
  const link = event.target instanceof Element ? event.target.closest('a') : null;
  if (!link?.href || link.target === '_blank' || link.origin !== location.origin) return null;
  return link.pathname === location.pathname ? null : link.pathname + link.search + link.hash;
}
