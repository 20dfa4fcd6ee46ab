import { useEffect, useLayoutEffect, type RefObject } from 'react';

let awaiting = false;

/** After a change of page within the app: the next heading takes the focus. */
export function expectArrival(): void {
  awaiting = true;
}

/** Unless the person has moved on by then. */
export function useFocusOnArrival(heading: RefObject<HTMLElement | null>): void {
  // A heading that stood while the page was being read hands the focus on to the one that takes its place.
  useLayoutEffect(() => {
    const element = heading.current;
    return () => {
      if (element !== null && element === document.activeElement) awaiting = true;
    };
  }, [heading]);
  useEffect(() => {
    if (!awaiting) return;
    awaiting = false;
    const active = document.activeElement;
    const typing = active instanceof HTMLElement && active.matches('input, textarea, select, dialog *');
    if (!typing) heading.current?.focus({ preventScroll: true });
  }, [heading]);
}
