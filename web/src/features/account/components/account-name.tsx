import { readSessionAddress } from '#web/auth/session-address.ts';
import { VisuallyHidden } from '#web/ui/text/visually-hidden.tsx';

/** Before the fields of a new password: tells a password manager whose it is. */
export function AccountName() {
  return (
    <VisuallyHidden>
      <input
        type="text"
        name="username"
        autoComplete="username"
        value={readSessionAddress()}
        readOnly
        tabIndex={-1}
        aria-hidden="true"
      />
    </VisuallyHidden>
  );
}
