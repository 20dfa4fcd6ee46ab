import { useEffect, useId, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { cx } from '#web/lib/class-names.ts';
import { Badge } from '#web/ui/indicators/badge.tsx';
import { isSwiped, SwipedPanel } from './swiped-panel.tsx';
import styles from './tabs.module.css';

export type TabItem<V extends string> = {
  value: V;
  label: string;
  /** Left out while unknown. */
  count?: number | undefined;
  /** Makes the count ask for attention while it is above zero. */
  attention?: boolean;
};

type Props<V extends string> = {
  label: string;
  items: readonly TabItem<V>[];
  value: V;
  onChange: (value: V) => void;
  /** Where given, fingers draw the neighbours in. */
  renderPeek?: (value: V) => ReactNode;
  children: ReactNode;
};

/** Where a key leads from the tab at `index` of `count`; null for other keys. */
function targetOf(key: string, index: number, count: number): number | null {
  if (key === 'ArrowRight') return (index + 1) % count;
  if (key === 'ArrowLeft') return (index - 1 + count) % count;
  if (key === 'Home') return 0;
  return key === 'End' ? count - 1 : null;
}

const isPressing = ({ attention = false, count = 0 }: TabItem<string>) => attention && count > 0;

/** Tabs over one panel; arrow keys move, Enter or Space chooses. Hand-made: a library would outweigh the page it is on. */
export function Tabs<V extends string>({ label, items, value, onChange, renderPeek, children }: Props<V>) {
  const [swiped] = useState(isSwiped);
  const id = useId();
  const list = useRef<HTMLDivElement>(null);

  // Counts that come later push the chosen tab out of sight.
  const counts = items.map(({ count }) => count).join();
  useEffect(() => {
    const row = list.current;
    const chosen = row?.querySelector<HTMLElement>('[aria-selected=true]');
    if (row && chosen) row.scrollLeft = chosen.offsetLeft - (row.clientWidth - chosen.offsetWidth) / 2;
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- both move the chosen tab
  }, [value, counts]);

  const onKeyDown = (event: KeyboardEvent, index: number) => {
    const target = targetOf(event.key, index, items.length);
    if (target === null) return;
    event.preventDefault();
    list.current?.querySelectorAll('button')[target]?.focus();
  };

  const panel = (
    <div
      key={value}
      id={`${id}-panel`}
      role="tabpanel"
      aria-labelledby={`${id}-${value}`}
      tabIndex={0}
      className={styles.panel}
    >
      {children}
    </div>
  );

  return (
    <div className={styles.root}>
      <div ref={list} className={styles.list} role="tablist" aria-label={label}>
        {items.map((item, index) => (
          <button
            key={item.value}
            type="button"
            role="tab"
            id={`${id}-${item.value}`}
            className={cx(styles.tab, !isPressing(item) && styles.quiet)}
            aria-selected={item.value === value}
            aria-controls={`${id}-panel`}
            tabIndex={item.value === value ? 0 : -1}
            onClick={() => onChange(item.value)}
            onKeyDown={(event) => onKeyDown(event, index)}
            onFocus={(event) => event.currentTarget.scrollIntoView({ block: 'nearest', inline: 'nearest' })}
          >
            {item.label}
            {item.count !== undefined ? (
              <Badge count={item.count} tone={isPressing(item) ? 'alert' : 'quiet'} />
            ) : null}
          </button>
        ))}
      </div>
      {renderPeek && swiped ? (
        <SwipedPanel
          values={items.map((item) => item.value)}
          value={value}
          onChange={onChange}
          renderPeek={renderPeek}
        >
          {panel}
        </SwipedPanel>
      ) : (
        panel
      )}
    </div>
  );
}
