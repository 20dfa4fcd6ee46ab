import { Eye, EyeOff } from 'lucide-react';
import { useState, type ComponentProps } from 'react';
import { cx } from '#web/lib/class-names.ts';
import * as texts from '#web/texts/ui.tsx';
import { controlClass, Field, type FieldProps } from './field.tsx';
import styles from './password-field.module.css';

type Props = FieldProps & Omit<ComponentProps<'input'>, 'className' | 'type'>;

/** A password that can be shown, because typing blind on a phone is where most mistakes happen. */
export function PasswordField({ label, help, error, className, ...rest }: Props) {
  const [shown, setShown] = useState(false);
  return (
    <Field label={label} help={help} error={error} className={className}>
      {(control) => (
        <div className={styles.wrap}>
          <input
            autoCapitalize="none"
            autoCorrect="off"
            spellCheck={false}
            {...rest}
            {...control}
            type={shown ? 'text' : 'password'}
            className={cx(controlClass, styles.input)}
          />
          <button
            type="button"
            className={styles.toggle}
            aria-label={shown ? texts.hidePassword : texts.showPassword}
            aria-controls={control.id}
            onClick={() => setShown(!shown)}
          >
            {shown ? <EyeOff aria-hidden="true" /> : <Eye aria-hidden="true" />}
          </button>
        </div>
      )}
    </Field>
  );
}
