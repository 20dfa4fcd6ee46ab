import { afterNextFrame } from '#web/lib/device/after-next-frame.ts';
import { prefersReducedMotion } from '#web/lib/device/reduced-motion.ts';
import type { MouseEvent } from 'react';
import { useNavigate } from 'react-router';
import { onNextPage } from './next-page.ts';

const NAME = 'event-poster';
const PRESSED_OPACITY = '0.8';

/** For links from a card (`data-poster`) to its event: the picture carries over (EVD-14), unless motion is avoided. */
export function usePosterTransition(): (event: MouseEvent<HTMLAnchorElement>) => void {
  const navigate = useNavigate();
  return (event) => {
    const { currentTarget: link } = event;
    const picture = link.closest('[data-poster]')?.querySelector('img');
    const opensElsewhere =
      event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey;
    if (opensElsewhere || !picture || !canMove()) return;
    event.preventDefault();
    // A second press of the same card.
    if (picture.style.viewTransitionName !== '') return;
    Object.assign(picture.style, { viewTransitionName: NAME, opacity: PRESSED_OPACITY });
    const done = () => void Object.assign(picture.style, { viewTransitionName: '', opacity: '' });
    afterNextFrame(() => {
      if (!link.isConnected) return;
      const transition = document.startViewTransition(
        () =>
          new Promise<void>((resolve) => {
            onNextPage(resolve);
            void navigate(link.pathname);
          }),
      );
      transition.finished.then(done, done);
      // One that is skipped, as in a hidden tab, still changes the page.
      transition.ready.catch(() => {});
    });
  };
}

const canMove = (): boolean => 'startViewTransition' in document && !prefersReducedMotion();
