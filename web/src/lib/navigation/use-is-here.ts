import { useEffect, useRef, type RefObject } from 'react';

/** For what ends late: whether the person has not left the page, or closed the dialog, meanwhile. */
export function useIsHere(): RefObject<boolean> {
  const isHere = useRef(true);
  useEffect(() => {
    isHere.current = true;
    return () => {
      isHere.current = false;
    };
  }, []);
  return isHere;
}
