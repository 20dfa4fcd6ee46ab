import { Check } from 'lucide-react';
import type { InputHTMLAttributes, ReactNode } from 'react';
import { cx } from '#web/lib/class-names.ts';
import styles from './checkbox.module.css';

type Props = Omit<InputHTMLAttributes<HTMLInputElement>, 'type' | 'className'> & {
  label: ReactNode;
  help?: ReactNode;
  className?: string;
};

export function Checkbox({ label, help, className, ...rest }: Props) {
  return (
    <label className={cx(styles.row, className)}>
      <span className={styles.box}>
        <input type="checkbox" {...rest} className={styles.input} />
        <Check className={styles.tick} aria-hidden="true" strokeWidth={3.5} />
      </span>
      <span className={styles.text}>
        <span>{label}</span>
        {help ? <span className={styles.help}>{help}</span> : null}
      </span>
    </label>
  );
}
