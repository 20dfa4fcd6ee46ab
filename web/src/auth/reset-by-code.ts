import { openedBy, type OpenedLink } from './actions.ts';
import type { AuthOutcome } from './outcome.ts';
import { withSessionReplacement } from './replace-session.ts';
import { withClient } from './with-client.ts';

/** To a number whose password was forgotten. Succeeds for unknown numbers as well (FORGOT-03). */
export function sendResetCode(phone: string): Promise<AuthOutcome> {
  return withClient(async (client) => {
    const { error } = await client.signInWithOtp({ phone, options: { shouldCreateUser: false } });
    return { error, value: null };
  });
}

/** Uses up the code of `sendResetCode` and signs in, so that `setNewPassword` can follow (RESET-01). */
export function enterResetCode(phone: string, code: string): Promise<AuthOutcome<OpenedLink>> {
  return withClient(async (client) => {
    const { data, error } = await withSessionReplacement(() =>
      client.verifyOtp({ phone, token: code, type: 'sms' }),
    );
    return { error, value: openedBy(data) };
  });
}
