import { SESSION_STORAGE_KEY } from '@hereabouts/contract/auth';
import { readItem } from '#web/lib/storage/safe-storage.ts';
import { landing, openedBy, type OpenedLink, type SignUpResult } from './actions.ts';
import type { AuthClient } from './auth-client.ts';
import { problemOf, type AuthOutcome } from './outcome.ts';
import { withSessionReplacement } from './replace-session.ts';
import { readStoredSession } from './stored-session.ts';
import { withClient } from './with-client.ts';

/** The address that waits for its proof (GUEST-02); null where none does. */
export function readAwaited(): string | null {
  const { user } = JSON.parse(readItem(SESSION_STORAGE_KEY) ?? '{}') as { user?: { new_email?: string } };
  return user?.new_email ?? null;
}

/** Makes a guest's account; `confirm` where a code was sent first, to whoever owns the address (GUEST-02). `made_before`: an attempt
 * whose answer was lost had made it, perhaps with another address or password. */
export function createAccount(
  email: string,
  password: string,
  next: string | null,
): Promise<AuthOutcome<SignUpResult | 'made_before'>> {
  return withClient(async (client) => {
    const { data, error } = await client.updateUser({ email, password }, landing(next));
    const isMade = error === null ? !data.user.is_anonymous : await isAccount(client);
    if (!isMade) return { error, value: 'confirm' };
    // The token still says "anonymous". A failure does no harm: the server goes by the account.
    await client.refreshSession();
    const isRefused = error !== null && problemOf(error).kind === 'refused';
    return { error: null, value: isRefused ? 'made_before' : 'signed_in' };
  });
}

/** Sends another message for the address that waits for its proof; the password stays. */
export function sendProofAgain(email: string, next: string | null): Promise<AuthOutcome> {
  return withClient(async (client) => {
    const { error } = await client.updateUser({ email }, landing(next));
    return { error, value: null };
  });
}

/** Proves a guest's first address with the code of its mail; from then on it is an account. */
export function confirmAccount(email: string, code: string): Promise<AuthOutcome> {
  return withClient(async (client) => {
    const { error } = await verifyAddress(client, { email, token: code, type: 'email_change' });
    return { error, value: null };
  });
}

/** As `confirmAccount`, with the mail's link. In a browser where nobody or somebody else is signed in, it signs in, and the
 * guest's own session ends. Call it on a click. */
export function confirmAccountByLink(tokenHash: string): Promise<AuthOutcome<OpenedLink>> {
  return withClient(async (client) => {
    const { data, error } = await verifyAddress(client, { token_hash: tokenHash, type: 'email_change' });
    return { error, value: openedBy(data) };
  });
}

type Verify = AuthClient['verifyOtp'];

async function verifyAddress(
  client: AuthClient,
  proof: Parameters<Verify>[0],
): Promise<Awaited<ReturnType<Verify>>> {
  // It goes with the session, which may have to be renewed first: without it, it counts as somebody else's.
  const { error } = await client.getSession();
  if (error !== null && isGuest()) return { data: { user: null, session: null }, error };
  const answer = await withSessionReplacement(() => client.verifyOtp(proof));
  return answer.error !== null && (await isAccount(client)) ? await client.refreshSession() : answer;
}

const isGuest = () => readStoredSession()?.isAnonymous ?? false;

/** Whether a guest here has become an account: the answer that said so was lost, or another tab's. */
async function isAccount(client: AuthClient): Promise<boolean> {
  return isGuest() && (await client.getUser()).data.user?.is_anonymous === false;
}
