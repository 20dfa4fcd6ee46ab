import { PASSWORD_MAX } from '@hereabouts/contract/auth';
import { passwordWeaknesses, WEAK_PASSWORD_REASONS, weakPasswordText } from '@hereabouts/contract/passwords';
import { isCommonPassword } from './common-passwords.ts';
import { invalid, WireError } from '#server/auth/wire-error.ts';

export async function checkNewPassword(
  password: string,
  rules: { minLength: number; personal: readonly (string | null | undefined)[] },
): Promise<void> {
  if (password.length > PASSWORD_MAX) throw invalid(`A password can have at most ${PASSWORD_MAX} characters`);
  const found = new Set(passwordWeaknesses(password, rules));
  if (await isCommonPassword(password)) found.add('pwned');
  if (found.size === 0) return;
  const reasons = WEAK_PASSWORD_REASONS.filter((reason) => found.has(reason));
  const message = reasons.map((reason) => weakPasswordText(reason, rules.minLength)).join(' ');
  throw new WireError('weak_password', message, { reasons });
}
