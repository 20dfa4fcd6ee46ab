import { ChevronDown } from 'lucide-react';
import type { SelectHTMLAttributes } from 'react';
import { cx } from '#web/lib/class-names.ts';
import { controlClass, Field, type FieldProps } from './field.tsx';
import styles from './select-field.module.css';

type Props<V extends string> = FieldProps &
  Omit<SelectHTMLAttributes<HTMLSelectElement>, 'className' | 'onChange' | 'value'> & {
    value: V;
    options: readonly { value: V; label: string }[];
    onChange: (value: V) => void;
  };

/** The platform's own picker: on a phone nothing is easier to use. */
export function SelectField<V extends string>(props: Props<V>) {
  const { label, help, error, className, options, onChange, ...rest } = props;
  return (
    <Field label={label} help={help} error={error} className={className}>
      {(control) => (
        <div className={styles.wrap}>
          <select
            {...rest}
            {...control}
            className={cx(controlClass, styles.select)}
            onChange={(event) => onChange(event.target.value as V)}
          >
            {options.map((option) => (
              <option key={option.value} value={option.value}>
                {option.label}
              </option>
            ))}
          </select>
          <ChevronDown className={styles.arrow} aria-hidden="true" />
        </div>
      )}
    </Field>
  );
}
