import { CircleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import styles from './field-problem.module.css';

/** A problem outside text fields. The banner announces it. */
export function FieldProblem({ id, children }: { id: string; children: ReactNode }) {
  return (
    <p id={id} className={styles.problem}>
      <CircleAlert aria-hidden="true" />
      {children}
    </p>
  );
}
