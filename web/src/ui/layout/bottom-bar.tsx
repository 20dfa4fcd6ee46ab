import type { ReactNode } from 'react';
import { NavLink } from 'react-router';
import { cx } from '#web/lib/class-names.ts';
import * as texts from '#web/texts/ui.tsx';
import styles from './bottom-bar.module.css';

export type BottomBarItem = { to: string; label: string; icon: ReactNode; prominent?: boolean };

export function BottomBar({ items }: { items: readonly BottomBarItem[] }) {
  return (
    <nav className={styles.bar} aria-label={texts.quickLinks}>
      <ul className={styles.list}>
        {items.map((item) => (
          <li key={item.to}>
            <NavLink to={item.to} end className={cx(styles.link, item.prominent && styles.prominent)}>
              <span className={styles.icon}>{item.icon}</span>
              <span className={styles.label}>{item.label}</span>
            </NavLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}
