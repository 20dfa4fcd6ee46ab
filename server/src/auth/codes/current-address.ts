import type { AuthUserRow } from '#server/auth/accounts/user-repo.ts';
import type { OneTimeTokenRow } from './one-time-token-repo.ts';

/** Whether a code or link that signs in was sent to an address the account still has: it may have been issued while the address
 * changed, to a mailbox that is somebody else's by now. Those of a change are compared where it is applied. Under the
 * account's lock. */
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
