import { startTransition } from 'react';
import { Button } from '#web/ui/buttons/button.tsx';
import { TextField } from '#web/ui/forms/text-field.tsx';
import * as texts from '#web/texts/account.tsx';
import type { useAddress } from '../use-address.ts';
import styles from './address-field.module.css';

type Props = {
  field: ReturnType<typeof useAddress>;
  error?: string | null | undefined;
  /** Clears the problem of the other address. */
  onSwitch: () => void;
};

/** Source: LOGIN-02, LOGIN-08, FORGOT-01. */
export function AddressField({ field: { kind, typed, type, switchKind }, error, onSwitch }: Props) {
  const isEmail = kind === 'email';
  return (
    <div className={styles.address}>
      <TextField
        key={kind}
        label={isEmail ? texts.email : texts.phone}
        type={isEmail ? 'email' : 'tel'}
        name={kind}
        required
        autoComplete={isEmail ? 'username' : 'tel'}
        autoCapitalize="none"
        spellCheck={false}
        maxLength={254}
        help={isEmail ? undefined : texts.phoneHelp}
        value={typed}
        error={error}
        onChange={(event) => type(event.target.value)}
      />
      <Button
        variant="quiet"
        size="small"
        className={styles.switch}
        onClick={() =>
          // The released button is drawn before the page with the other field.
          startTransition(() => {
            switchKind();
            onSwitch();
          })
        }
      >
        {isEmail ? texts.switchToPhone : texts.switchToEmail}
      </Button>
    </div>
  );
}
