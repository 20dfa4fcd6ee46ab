import { useLayoutEffect, useRef } from 'react';

/** For the button of a form that is `inert` while it is locked: it takes the focus that is in there, and what is lost by the end. */
export function useLockedFocus(isLocked: boolean) {
  const button = useRef<HTMLButtonElement>(null);
  const wasLocked = useRef(false);
  useLayoutEffect(() => {
    const focused = document.activeElement;
    const isInside = isLocked && focused?.closest('[inert]');
    const isLost = wasLocked.current && !isLocked && focused === document.body;
    if (isInside || isLost) button.current?.focus({ preventScroll: true });
    wasLocked.current = isLocked;
  }, [isLocked]);
  return button;
}
