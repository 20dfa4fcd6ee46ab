import type { AuthUserRow } from '#server/auth/accounts/user-repo.ts';
import type { OneTimeTokenRow } from './one-time-token-repo.ts';

/** False when the address changed while the code was being sent: the mailbox may be somebody else's. Codes of an address change
 * are checked where the change is applied. Call with the account locked. */
export function isForCurrentAddress(
  { email, phone }: Pick<AuthUserRow, 'email' | 'phone'>,
  { kind, sent_to: sentTo }: Pick<OneTimeTokenRow, 'kind' | 'sent_to'>,
): boolean {
  switch (kind) {
    case 'signup':
    case 'recovery':
    case 'magiclink':
      return sentTo === email;
    case 'sms':
      return sentTo === phone;
    case 'email_change_current':
    case 'email_change_new':
    case 'phone_change':
    case 'reauthentication':
      return true;
  }
}
