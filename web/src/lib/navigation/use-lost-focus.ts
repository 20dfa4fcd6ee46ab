import { useEffectEvent, useLayoutEffect, type RefObject } from 'react';

/** Calls back when an element is removed while it contains the focus. */
export function useLostFocus(element: RefObject<HTMLElement | null>, onLost: () => void): void {
  const lost = useEffectEvent(onLost);
  useLayoutEffect(() => {
    const shown = element.current;
    return () => {
      if (shown?.contains(document.activeElement)) lost();
    };
  }, [element]);
}
