import { useCallback, useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react';

/** Within this of the end, one reads the newest messages. */
const AT_BOTTOM_PX = 40;
/** Above the "New" line, so that it is seen what the first new message answers. */
const ABOVE_DIVIDER = 0.2;

/** Opens the log at its "New" line or at its end; at the end it follows new messages, elsewhere it stays.
 * @param scroller scrolls `content` @param tail changes with each message at the end, so that following is not seen
 * @param isKept until the log has been read: then it is opened anew
 * @returns `follow`: shows the end from the next message on, without measuring */
export function useLogScroll(
  scroller: RefObject<HTMLElement | null>,
  content: RefObject<HTMLElement | null>,
  tail: string | number,
  isKept: boolean,
) {
  const isFollowing = useRef(true);
  const [isAtBottom, setIsAtBottom] = useState(true);

  const follow = useCallback(() => {
    isFollowing.current = true;
    setIsAtBottom(true);
  }, []);
  const toBottom = useCallback(() => {
    const { current: element } = scroller;
    if (!element) return;
    element.scrollTo({ top: element.scrollHeight });
    follow();
  }, [scroller, follow]);

  useLayoutEffect(() => {
    // Whoever has scrolled up meanwhile stays there.
    if (!isFollowing.current) return;
    const { current: element } = scroller;
    const divider = element?.querySelector<HTMLElement>('[data-divider]');
    // oxlint-disable-next-line react/set-state-in-effect -- where the log stands can only be measured
    if (!element || !divider) return toBottom();
    const top = divider.getBoundingClientRect().top - element.getBoundingClientRect().top;
    element.scrollBy({ top: top - element.clientHeight * ABOVE_DIVIDER });
    isFollowing.current = isNearEnd(element);
    setIsAtBottom(isFollowing.current);
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- `isKept` moves the "New" line
  }, [isKept, scroller, toBottom]);

  useLayoutEffect(() => {
    if (isFollowing.current) toBottom();
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- `tail` moves the end
  }, [tail, toBottom]);

  useEffect(() => {
    const { current: element } = scroller;
    const { current: inner } = content;
    if (!element || !inner) return;
    let height = element.clientHeight;
    const onScroll = () => {
      // A keyboard that opens scrolls without the person having done so.
      if (element.clientHeight !== height) return;
      isFollowing.current = isNearEnd(element);
      setIsAtBottom(isFollowing.current);
    };
    const stayAtEnd = () => {
      height = element.clientHeight;
      if (isFollowing.current) element.scrollTo({ top: element.scrollHeight });
    };
    // Pictures, fonts, a longer draft, the keyboard: all of them move the end.
    const observer = new ResizeObserver(stayAtEnd);
    observer.observe(element);
    observer.observe(inner);
    element.addEventListener('scroll', onScroll, { passive: true });
    return () => {
      observer.disconnect();
      element.removeEventListener('scroll', onScroll);
    };
  }, [scroller, content]);

  return { isAtBottom, toBottom, follow };
}

const isNearEnd = ({ scrollHeight, scrollTop, clientHeight }: HTMLElement): boolean =>
  scrollHeight - scrollTop - clientHeight < AT_BOTTOM_PX;
