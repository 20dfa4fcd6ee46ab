import { ChevronRight, type LucideIcon } from 'lucide-react';
import styles from './step-words.module.css';

export function StepWords({ icon: Icon, label, hint }: { icon: LucideIcon; label: string; hint: string }) {
  return (
    <>
      <span className={styles.icon}>
        <Icon aria-hidden="true" />
      </span>
      <span className={styles.words}>
        {label} <span className={styles.hint}>{hint}</span>
      </span>
      <ChevronRight aria-hidden="true" className={styles.chevron} />
    </>
  );
}
