import { useEffect, useEffectEvent, useState, type RefCallback } from 'react';

/** The next page is read this long before its place comes into sight. */
const AHEAD_PX = 600;

export function useNextPageInSight(readOn: () => void, isReady: boolean): RefCallback<HTMLElement> {
  const [element, setElement] = useState<HTMLElement | null>(null);
  const onSight = useEffectEvent(readOn);
  useEffect(() => {
    if (element === null || !isReady) return;
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (entry?.isIntersecting) onSight();
      },
      { rootMargin: `${AHEAD_PX}px` },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, [element, isReady]);
  return setElement;
}
