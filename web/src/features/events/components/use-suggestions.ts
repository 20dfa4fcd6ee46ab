import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react';
import { isComposing } from '#web/lib/typing/is-composing.ts';
import { webClock } from '#web/lib/time/clock.ts';

/** Source: LOC-05. */
const HIDE_AFTER_BLUR_MS = 200;

export type Suggestion = { key: string; choose: () => void };

/** A combobox whose first suggestion is marked: arrow keys go round, Enter chooses, Escape hides the list before it closes
 * anything else, Home and End move the caret. */
export function useSuggestions(suggestions: readonly Suggestion[]) {
  const id = useId();
  const [active, setActive] = useState(0);
  const [isShown, setIsShown] = useState(true);
  const hiding = useRef(() => {});
  useEffect(() => () => hiding.current(), []);
  const isOpen = isShown && suggestions.length > 0;
  const activeId = isOpen ? `${id}-${suggestions[active]?.key}` : undefined;

  useEffect(() => {
    if (activeId !== undefined) document.getElementById(activeId)?.scrollIntoView({ block: 'nearest' });
  }, [activeId]);

  const move = (step: number) => {
    if (isOpen) setActive((active + step + suggestions.length) % suggestions.length);
    else setIsShown(true);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (isComposing(event)) return;
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      move(event.key === 'ArrowDown' ? 1 : -1);
    }
    if (!isOpen) return;
    if (event.key === 'Enter') {
      event.preventDefault();
      suggestions[active]?.choose();
    }
    if (event.key === 'Escape') {
      event.preventDefault();
      event.stopPropagation();
      setIsShown(false);
    }
  };

  return {
    isOpen,
    restart: () => {
      setActive(0);
      setIsShown(true);
    },
    field: {
      role: 'combobox',
      'aria-expanded': isOpen,
      'aria-controls': `${id}-list`,
      'aria-autocomplete': 'list',
      'aria-activedescendant': activeId,
      onKeyDown,
      onFocus: () => {
        hiding.current();
        setIsShown(true);
      },
      onBlur: () => {
        hiding.current = webClock.after(HIDE_AFTER_BLUR_MS, () => setIsShown(false));
      },
    } as const,
    list: { id: `${id}-list`, role: 'listbox', hidden: !isOpen } as const,
    option: (index: number) =>
      ({
        id: `${id}-${suggestions[index]?.key}`,
        role: 'option',
        'aria-selected': index === active,
        onPointerMove: () => setActive(index),
        // The field keeps the focus, or a slow press would find the list hidden.
        onMouseDown: (event: { preventDefault(): void }) => event.preventDefault(),
        onClick: () => suggestions[index]?.choose(),
      }) as const,
  };
}
