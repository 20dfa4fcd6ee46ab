import { ONE_TIME_CODE_LENGTH } from '@hereabouts/contract/auth';
import type { ReactNode, Ref } from 'react';
import { TextField } from '#web/ui/forms/text-field.tsx';
import * as texts from '#web/texts/codes-and-links.ts';
import styles from './code-field.module.css';

type Props = {
  value: string;
  onChange: (code: string) => void;
  ref?: Ref<HTMLInputElement>;
  label?: string;
  help?: ReactNode;
  error?: string | null;
  autoFocus?: boolean;
};

/** Six digits, typed or pasted in any grouping. No `maxLength`: it would cut a pasted "123 456" before its blank goes. */
export function CodeField({ value, onChange, label = texts.code, ...rest }: Props) {
  return (
    <TextField
      {...rest}
      label={label}
      name="code"
      className={styles.code}
      inputMode="numeric"
      autoComplete="one-time-code"
      required
      pattern={`\\d{${ONE_TIME_CODE_LENGTH}}`}
      title={texts.codeLength(ONE_TIME_CODE_LENGTH)}
      value={value}
      onChange={(event) => onChange(event.target.value.replaceAll(/\D/g, '').slice(0, ONE_TIME_CODE_LENGTH))}
    />
  );
}
