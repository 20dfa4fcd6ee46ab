import { useEffect, useId, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { cx } from '#web/lib/class-names.ts';
import { IconButton } from '#web/ui/buttons/icon-button.tsx';
import styles from './menu.module.css';

export type MenuItem = { label: string; icon: ReactNode; danger?: boolean; onSelect: () => void };

type Props = {
  /** Of its button. */
  label: string;
  icon: ReactNode;
  items: readonly MenuItem[];
  /** Whose menu it is, for the eye. */
  heading?: string;
  /** The edge aligned with the button's. */
  align?: 'start' | 'end';
};

const STEPS: Record<string, (at: number, count: number) => number> = {
  ArrowDown: (at, count) => (at + 1) % count,
  ArrowUp: (at, count) => (at + count - 1) % count,
  Home: () => 0,
  End: (_, count) => count - 1,
};

const itemsIn = (root: HTMLElement | null): HTMLElement[] => [
  ...(root?.querySelectorAll<HTMLElement>('[role="menuitem"]') ?? []),
];

/** Hand-made: a library would be larger than the page. */
export function Menu({ label, icon, items, heading, align = 'end' }: Props) {
  const id = useId();
  const [isOpen, setIsOpen] = useState(false);
  const root = useRef<HTMLDivElement>(null);
  const trigger = () => root.current?.querySelector<HTMLElement>('[aria-haspopup]');

  useEffect(() => {
    if (!isOpen) return;
    itemsIn(root.current)[0]?.focus();
    const onPointerDown = (event: PointerEvent) => {
      if (event.target instanceof Node && !root.current?.contains(event.target)) setIsOpen(false);
    };
    document.addEventListener('pointerdown', onPointerDown);
    return () => document.removeEventListener('pointerdown', onPointerDown);
  }, [isOpen, root]);

  const close = () => {
    setIsOpen(false);
    trigger()?.focus();
  };

  const onKeyDown = (event: KeyboardEvent) => {
    const step = STEPS[event.key];
    if (event.key === 'Escape') close();
    else if (step && isOpen) {
      const all = itemsIn(root.current);
      const at = all.findIndex((button) => button === document.activeElement);
      all[step(at, all.length)]?.focus();
    } else if (event.key === 'ArrowDown') setIsOpen(true);
    else return;
    event.preventDefault();
  };

  return (
    // The keys are those of the buttons in it.
    // eslint-disable-next-line jsx-a11y/no-static-element-interactions
    <div
      ref={root}
      className={styles.root}
      onKeyDown={onKeyDown}
      onBlur={(event) => {
        // The focus has gone elsewhere, by Tab.
        if (event.relatedTarget !== null && !root.current?.contains(event.relatedTarget)) setIsOpen(false);
      }}
    >
      <IconButton
        label={label}
        icon={icon}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={() => setIsOpen(!isOpen)}
      />
      {isOpen && (
        <div
          role="menu"
          id={id}
          aria-label={label}
          className={cx(styles.menu, align === 'start' && styles.fromStart)}
        >
          {heading !== undefined && (
            <span className={styles.heading} aria-hidden="true">
              <bdi>{heading}</bdi>
            </span>
          )}
          {items.map((item) => (
            <button
              key={item.label}
              type="button"
              role="menuitem"
              tabIndex={-1}
              className={item.danger ? styles.danger : styles.item}
              onClick={() => {
                // First, so that what opens now gives the focus back to the button.
                close();
                item.onSelect();
              }}
            >
              {item.icon}
              {item.label}
            </button>
          ))}
        </div>
      )}
    </div>
  );
}
