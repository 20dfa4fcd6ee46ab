import { useEffectEvent, useLayoutEffect, type RefObject } from 'react';

/** Says so when an element is taken away together with the focus, which it or something in it has. */
export function useLostFocus(element: RefObject<HTMLElement | null>, onLost: () => void): void {
  const lost = useEffectEvent(onLost);
  useLayoutEffect(() => {
    const shown = element.current;
    return () => {
      if (shown?.contains(document.activeElement)) lost();
    };
  }, [element]);
}
