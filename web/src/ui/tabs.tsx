import { Tabs as BaseTabs } from '@base-ui/react/tabs';
import type { ReactNode } from 'react';
import { Badge } from './badge.tsx';
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
  /** The panel of the chosen tab. */
  children: ReactNode;
};

/** Tabs over one panel; the row scrolls sideways on narrow screens. */
export function Tabs<V extends string>({ label, items, value, onChange, children }: Props<V>) {
  return (
    <BaseTabs.Root value={value} onValueChange={(next) => onChange(next as V)} className={styles.root}>
      <BaseTabs.List className={styles.list} aria-label={label} activateOnFocus={false}>
        {items.map((item) => (
          <BaseTabs.Tab
            key={item.value}
            value={item.value}
            className={styles.tab}
            onFocus={(event) => event.currentTarget.scrollIntoView({ block: 'nearest', inline: 'nearest' })}
          >
            {item.label}
            {item.count !== undefined ? (
              <Badge count={item.count} tone={item.attention && item.count > 0 ? 'alert' : 'quiet'} />
            ) : null}
          </BaseTabs.Tab>
        ))}
      </BaseTabs.List>
      {items.map((item) => (
        <BaseTabs.Panel key={item.value} value={item.value} className={styles.panel}>
          {item.value === value ? children : null}
        </BaseTabs.Panel>
      ))}
    </BaseTabs.Root>
  );
}
