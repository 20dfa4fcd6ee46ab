import { CircleAlert } from 'lucide-react';
import { useId, type ReactNode } from 'react';
import { cx } from '#web/lib/class-names.ts';
import styles from './field.module.css';

export type FieldProps = {
  /** Shown as it is: put the star of a required field in it. */
  label: string;
  help?: ReactNode;
  error?: string | null | undefined;
  /** Id of a message elsewhere about this field. */
  problemId?: string | undefined;
  /** Interrupts a screen reader; not if a banner has the same text. */
  announcesError?: boolean | undefined;
  className?: string | undefined;
  dataField?: string | undefined;
};

type ControlProps = { id: string; 'aria-describedby': string | undefined; 'aria-invalid': true | undefined };

/** Ties label, control, help and error together for assistive technology. */
export function Field({
  label,
  help,
  error,
  problemId,
  announcesError = true,
  className,
  dataField,
  children,
}: FieldProps & { children: (control: ControlProps) => ReactNode }) {
  const id = useId();
  const helpId = `${id}-help`;
  const errorId = `${id}-error`;
  const describedBy = [help ? helpId : null, error ? errorId : null, problemId].filter(Boolean).join(' ');
  return (
    <div className={cx(styles.field, className)} data-field={dataField}>
      <label className={styles.label} htmlFor={id}>
        {label}
      </label>
      {children({
        id,
        'aria-describedby': describedBy || undefined,
        'aria-invalid': error || problemId ? true : undefined,
      })}
      {help ? (
        <div className={styles.help} id={helpId}>
          {help}
        </div>
      ) : null}
      {error ? (
        <p className={styles.error} id={errorId} role={announcesError ? 'alert' : undefined}>
          <CircleAlert aria-hidden="true" />
          {error}
        </p>
      ) : null}
    </div>
  );
}

export const controlClass = styles.control;
