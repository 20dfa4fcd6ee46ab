import { PASSWORD_MAX } from '@hereabouts/contract/auth';
import type { ComponentProps } from 'react';
import { PasswordField } from '#web/ui/forms/password-field.tsx';
import { PasswordStrength } from './password-strength.tsx';

type Props = Pick<ComponentProps<typeof PasswordField>, 'label' | 'name' | 'ref' | 'autoFocus'> &
  Pick<ComponentProps<typeof PasswordStrength>, 'isRefused'> & {
    value: string;
    onChange: (value: string) => void;
    /** What must not be the password. */
    personal?: readonly string[];
  };

const NOTHING: readonly string[] = [];

export function NewPasswordField({ value, onChange, personal = NOTHING, isRefused, ...field }: Props) {
  return (
    <PasswordField
      {...field}
      autoComplete="new-password"
      required
      maxLength={PASSWORD_MAX}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      help={<PasswordStrength password={value} personal={personal} isRefused={isRefused} />}
    />
  );
}
