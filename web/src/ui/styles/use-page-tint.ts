import { useLayoutEffect } from 'react';

/** Tints the whole page by a colour, `#rrggbb`, while the component is shown; not at all for null. */
export function usePageTint(tint: string | null): void {
  useLayoutEffect(() => {
    if (tint === null) return;
    const { style, dataset } = document.documentElement;
    style.setProperty('--tint', tint);
    dataset.tinted = '';
    return () => {
      style.removeProperty('--tint');
      delete dataset.tinted;
    };
  }, [tint]);
}
