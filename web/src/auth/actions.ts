import { AUTH_TEXTS, INVITATION_CODE_FIELD } from '@hereabouts/contract/auth';
import { safeTarget, withNext } from '#web/lib/navigation/safe-target.ts';
import { withSessionReplacement } from './replace-session.ts';
import type { AuthClient } from './auth-client.ts';
import { problemOf, type AuthOutcome, type AuthProblem } from './outcome.ts';
import { readSessionAgain } from './session.ts';
import { readStoredSession } from './stored-session.ts';
import { withClient } from './with-client.ts';

export type Address = { email: string } | { phone: string };

/** `confirm` where the person has to confirm the address first (REG-02); else they are signed in. */
export type SignUpResult = 'signed_in' | 'confirm';

/** Where the link of a mail leads on to (NAV-07). */
export const landing = (next: string | null) => ({
  emailRedirectTo: location.origin + safeTarget(next ?? '/', location.origin),
});

type SignUp = {
  name: string;
  password: string;
  /** The invitation code, where the instance asks for one. */
  code: string | null;
  next: string | null;
};

export function signUp(
  address: Address,
  { name, password, code, next }: SignUp,
): Promise<AuthOutcome<SignUpResult>> {
  return withClient(async (client) => {
    const data = { name, ...(code !== null && { [INVITATION_CODE_FIELD]: code }) };
    const options = { data, ...landing(next) };
    const { data: answer, error } = await client.signUp({ ...address, password, options });
    const value: SignUpResult = answer.session ? 'signed_in' : 'confirm';
    return { error, value };
  });
}

/** Succeeds also where the second step is still to come (MFA-03). */
export function signIn(address: Address, password: string): Promise<AuthOutcome> {
  return withClient(async (client) => {
    const { error } = await withSessionReplacement(() => client.signInWithPassword({ ...address, password }));
    return { error, value: null };
  });
}

/** A session without an address (GUEST-01). Before the second step of an account, the guest who signed in to it goes on instead:
 * another one in their place could never be ended. */
export function signInAsGuest(name: string): Promise<AuthOutcome> {
  return withClient(async (client) => {
    if (readStoredSession()?.lacksSecondStep) {
      const { goOnAsGuest } = await import('./sign-out.ts');
      if (goOnAsGuest()) return { error: null, value: null };
    }
    const { error } = await withSessionReplacement(() =>
      client.signInAnonymously({ options: { data: { name } } }),
    );
    return { error, value: null };
  });
}

/** Whose link it was; `needsPassword`: the account has none yet. */
export type OpenedLink = { userId: string; needsPassword: boolean };

export const openedBy = ({ user }: Awaited<ReturnType<AuthClient['verifyOtp']>>['data']): OpenedLink => ({
  userId: user?.id ?? '',
  needsPassword: user?.app_metadata['needs_password'] === true,
});

/** Succeeds for unknown addresses as well (FORGOT-03). */
export function sendPasswordReset(email: string, next: string | null): Promise<AuthOutcome> {
  return withClient(async (client) => {
    const redirectTo = location.origin + withNext('/reset-password', next);
    const { error } = await client.resetPasswordForEmail(email, { redirectTo });
    return { error, value: null };
  });
}

/** Confirms an address with the token of its mail, and signs in. Call it on a click (REG-04). */
export function confirmSignUp(tokenHash: string): Promise<AuthOutcome<OpenedLink>> {
  return withClient(async (client) => {
    const { data, error } = await withSessionReplacement(() =>
      client.verifyOtp({ token_hash: tokenHash, type: 'signup' }),
    );
    return { error, value: openedBy(data) };
  });
}

/** Sends another message for the same sign-up, whose password then still counts. Succeeds for unknown addresses as well: nobody
 * learns who has an account. */
export function resendConfirmation(address: Address, next: string | null): Promise<AuthOutcome> {
  const asked =
    'phone' in address
      ? ({ ...address, type: 'sms' } as const)
      : ({ ...address, type: 'signup', options: landing(next) } as const);
  return withClient(async (client) => {
    const { error } = await client.resend(asked);
    return { error, value: null };
  });
}

/** Uses up the token of a reset link and signs in, so that `setNewPassword` can follow. Call it on a click (RESET-01). */
export function openResetLink(tokenHash: string): Promise<AuthOutcome<OpenedLink>> {
  return withClient(async (client) => {
    const { data, error } = await withSessionReplacement(() =>
      client.verifyOtp({ token_hash: tokenHash, type: 'recovery' }),
    );
    return { error, value: openedBy(data) };
  });
}

/** What is wrong where this is not a session of `userId`: another tab may have signed somebody else in. */
async function refuseOthers(client: AuthClient, userId: string) {
  const { data, error } = await client.getSession();
  if (error !== null || data.session?.user.id === userId) return error;
  readSessionAgain();
  return { name: 'AuthSessionMissingError', code: 'session_not_found', message: AUTH_TEXTS.linkRefused };
}

/** After `openResetLink`, for the person of the link. Ends every other session. */
export function setNewPassword(userId: string, password: string): Promise<AuthOutcome> {
  return withClient(async (client) => {
    const error = (await refuseOthers(client, userId)) ?? (await client.updateUser({ password })).error;
    return { error, value: null };
  });
}

/** `sendProblem`: why no code was sent just now; one that was sent before still counts. */
export type CodeNeeded = { sendProblem: AuthProblem | null };

/** For an account without a password. `CodeNeeded`: the sign-in is some time ago; call it again with the code sent to the
 * account's address. Ends every other session. */
export function choosePassword(
  userId: string,
  password: string,
  code: string | null,
): Promise<AuthOutcome<'saved' | CodeNeeded>> {
  return withClient<'saved' | CodeNeeded>(async (client) => {
    const chosen = { password, ...(code !== null && { nonce: code }) };
    const error = (await refuseOthers(client, userId)) ?? (await client.updateUser(chosen)).error;
    if (error?.code !== 'reauthentication_needed') return { error, value: 'saved' };
    const { error: unsent } = await client.reauthenticate();
    return { error: null, value: { sendProblem: unsent && problemOf(unsent) } };
  });
}

/** Ends every other session. */
export function changePassword(currentPassword: string, password: string): Promise<AuthOutcome> {
  return withClient(async (client) => {
    const { error } = await client.updateUser({ password, current_password: currentPassword });
    return { error, value: null };
  });
}

/** Confirms the address of a sign-up that answered `confirm`, and signs in. */
export function confirmByCode(address: Address, code: string): Promise<AuthOutcome> {
  const proof =
    'phone' in address
      ? ({ ...address, token: code, type: 'sms' } as const)
      : ({ ...address, token: code, type: 'signup' } as const);
  return withClient(async (client) => {
    const { error } = await withSessionReplacement(() => client.verifyOtp(proof));
    return { error, value: null };
  });
}
