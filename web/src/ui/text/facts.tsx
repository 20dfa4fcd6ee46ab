import { Fragment, type ReactNode } from 'react';
import styles from './facts.module.css';

/** Short facts on as few lines as they need, with a dot between two of one line and none at its end. */
export function Facts({ of }: { of: readonly ReactNode[] }) {
  return (
    <span className={styles.facts}>
      {of.map((fact, index) => (
        // The facts of one thing keep their order.
        // oxlint-disable-next-line react/no-array-index-key
        <Fragment key={index}>
          {index > 0 && ' '}
          <span className={styles.fact}>{fact}</span>
        </Fragment>
      ))}
    </span>
  );
}
