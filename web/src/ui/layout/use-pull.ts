import { tick } from '#web/lib/device/haptics.ts';
import { useEffect, useEffectEvent, useState } from 'react';

/** The pull counts from here on. */
const ENOUGH_PX = 140;
/** Less is an inaccurate tap, or a scroll without a direction yet. */
const BEGINS_PX = 10;

/** Pull to refresh from the page's very top: gives 0 to 1, and calls `onPulled` when the finger lets go at 1. A map or list
 * under the finger keeps its own scrolling. */
export function usePull(onPulled: () => void): number {
  const [share, setShare] = useState(0);
  const pulled = useEffectEvent(onPulled);

  useEffect(() => {
    let start: Touch | null = null;
    let reached = 0;
    const follow = (to: number) => {
      if (to === 1 && reached < 1) tick();
      reached = to;
      setShare(to);
    };
    const onStart = ({ touches, target }: TouchEvent) => {
      const [touch] = touches;
      const isOurs =
        touches.length === 1 && scrollY <= 0 && target instanceof Element && !movesItself(target);
      start = isOurs && touch ? touch : null;
      follow(0);
    };
    const onMove = (event: TouchEvent) => {
      const touch = event.touches[0];
      if (!start || !touch) return;
      const [right, down] = [touch.clientX - start.clientX, touch.clientY - start.clientY];
      if (event.touches.length > 1 || (reached === 0 && (down < 0 || Math.abs(right) > down))) {
        start = null;
        follow(0);
        return;
      }
      if (down < BEGINS_PX && reached === 0) return;
      // Otherwise the browser scrolls, or reloads the page.
      if (event.cancelable) event.preventDefault();
      follow(Math.min(1, Math.max(0, down / ENOUGH_PX)));
    };
    const onEnd = () => {
      if (start && reached >= 1) pulled();
      start = null;
      follow(0);
    };
    const page = document.documentElement;
    page.style.overscrollBehaviorY = 'contain';
    addEventListener('touchstart', onStart, { passive: true });
    addEventListener('touchmove', onMove, { passive: false });
    addEventListener('touchend', onEnd);
    addEventListener('touchcancel', onEnd);
    return () => {
      page.style.overscrollBehaviorY = '';
      removeEventListener('touchstart', onStart);
      removeEventListener('touchmove', onMove);
      removeEventListener('touchend', onEnd);
      removeEventListener('touchcancel', onEnd);
    };
  }, []);

  return share;
}

function movesItself(target: Element): boolean {
  for (
    let element: Element | null = target;
    element && element !== document.body;
    element = element.parentElement
  ) {
    const { touchAction, position } = getComputedStyle(element);
    if (touchAction === 'none' || touchAction === 'pan-x') return true;
    // A dialog or a bar that lies over the page.
    if (position === 'fixed' || element.scrollTop > 0) return true;
  }
  return false;
}
