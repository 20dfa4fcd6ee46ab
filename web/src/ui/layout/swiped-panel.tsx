import { startTransition, useCallback, useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import styles from './swiped-panel.module.css';

type Props<V extends string> = {
  values: readonly V[];
  value: V;
  onChange: (value: V) => void;
  /** A neighbour as seen while the finger draws it in. */
  renderPeek: (value: V) => ReactNode;
  children: ReactNode;
};

/** For touch, unless motion is to be avoided. */
export const isSwiped = () =>
  matchMedia('(pointer: coarse) and (prefers-reduced-motion: no-preference)').matches;

/** A panel in a row that scrolls and snaps. The neighbours are for the eye only, and are rendered with the first touch. */
export function SwipedPanel<V extends string>({ values, value, onChange, renderPeek, children }: Props<V>) {
  const row = useRef<HTMLDivElement>(null);
  const [isTouched, setIsTouched] = useState(false);
  const index = values.indexOf(value);
  const before = values[index - 1];
  const after = values[index + 1];
  const place = before === undefined ? 0 : 1;

  const toPanel = useCallback(() => {
    if (row.current) row.current.scrollLeft = place * row.current.clientWidth;
  }, [place]);
  useLayoutEffect(() => {
    toPanel();
    addEventListener('resize', toPanel);
    return () => removeEventListener('resize', toPanel);
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- another panel is in the middle then
  }, [toPanel, value]);

  const hiddenPx = () => Math.max(0, -(row.current?.getBoundingClientRect().top ?? 0));
  const onTouchStart = () => {
    const hidden = `${hiddenPx()}px`;
    // Not a custom property of the row, which would restyle the whole panel.
    for (const element of row.current?.querySelectorAll<HTMLElement>(':scope > [inert]') ?? [])
      element.style.paddingTop = hidden;
    startTransition(() => setIsTouched(true));
  };
  const onSettled = () => {
    const element = row.current;
    if (!element) return;
    const position = element.scrollLeft / element.clientWidth;
    const settled = Math.round(position);
    if (settled === place || Math.abs(position - settled) > 0.01) return;
    const next = values[index + settled - place];
    if (next === undefined) return;
    // Its top is where the eye has it.
    scrollBy({ top: -hiddenPx(), behavior: 'instant' });
    onChange(next);
  };
  const peek = (neighbour: V | undefined) =>
    neighbour === undefined ? null : (
      <div className={styles.peek} inert aria-hidden="true">
        {isTouched && renderPeek(neighbour)}
      </div>
    );

  return (
    <div
      ref={row}
      className={styles.row}
      onTouchStart={onTouchStart}
      onScroll={'onscrollend' in window ? undefined : onSettled}
      onScrollEnd={onSettled}
    >
      {peek(before)}
      <div className={styles.current}>{children}</div>
      {peek(after)}
    </div>
  );
}
