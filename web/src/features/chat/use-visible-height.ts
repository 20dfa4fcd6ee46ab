import { useEffect } from 'react';

/** Less than this is a browser's own bar, not a keyboard. */
const KEYBOARD_MIN_PX = 80;

/** Sets `--visible-height` to what a phone's keyboard leaves of the screen. */
export function useVisibleHeight(): void {
  useEffect(() => {
    const { visualViewport: viewport } = window;
    if (!viewport) return;
    const { style } = document.documentElement;
    const fit = () => {
      const isCovered = viewport.scale === 1 && innerHeight - viewport.height > KEYBOARD_MIN_PX;
      if (!isCovered) return style.removeProperty('--visible-height');
      style.setProperty('--visible-height', `${viewport.height}px`);
      // Safari pushes the page up instead of making it smaller.
      scrollTo(0, 0);
    };
    viewport.addEventListener('resize', fit);
    return () => {
      viewport.removeEventListener('resize', fit);
      style.removeProperty('--visible-height');
    };
  }, []);
}
