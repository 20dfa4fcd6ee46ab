import { useEffectEvent, useLayoutEffect, useRef, type RefObject } from 'react';

/** For what a dialog has asked for and hears of late: whether it would be seen there. Otherwise it has to be said elsewhere.
 * @param onOpen forgets how the opening before ended */
export function useIsOpen(open: boolean, onOpen: () => void): RefObject<boolean> {
  const isOpen = useRef(open);
  const begin = useEffectEvent(onOpen);
  useLayoutEffect(() => {
    isOpen.current = open;
    if (open) begin();
    return () => {
      isOpen.current = false;
    };
  }, [open]);
  return isOpen;
}
