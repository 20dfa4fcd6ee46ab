import { AUTH_PATH, type AuthSession } from '@hereabouts/contract/auth';
import { createCaller } from '@hereabouts/testing/caller';
import { totpCode } from '@hereabouts/testing/totp';
import { codeIn, openSentMessages } from './sent-messages.ts';
import type { Person } from './person.ts';
import type { LeapingProduct } from './product-clock.ts';
import { PASSWORD } from './visitor.ts';

/** An authenticator app that holds one secret and goes by the product's clock. */
export type Authenticator = {
  /** A code that was not used before: the clock leaps to the next one. */
  nextCode(): Promise<string>;
};

const STEP_MS = 30_000;

export const authenticator = (product: LeapingProduct, secret: string): Authenticator => ({
  async nextCode() {
    await product.leap(STEP_MS);
    return totpCode(secret, product.now());
  },
});

/** A code that no authenticator of the test shows: the right one with its last digit changed. */
export const wrongCode = (code: string): string => code.slice(0, -1) + ((Number(code.at(-1)) + 1) % 10);

async function authCall<T>(
  product: LeapingProduct,
  path: string,
  body: object | null,
  token?: string,
  method = 'POST',
): Promise<T> {
  const request = {
    method,
    headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
    body: body === null ? null : JSON.stringify(body),
  };
  const answer = await fetch(`${product.url}${AUTH_PATH}${path}`, request);
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
  return (await answer.json()) as T;
}

/** Signs in with the password alone. */
export const signInByPassword = (product: LeapingProduct, { email }: Person): Promise<AuthSession> =>
  authCall(product, '/token?grant_type=password', { email, password: PASSWORD });

/** Enters the code that is sent to the person's address, which two-step sign-in asks for. */
export async function proveAddress(
  product: LeapingProduct,
  { email, session }: Person,
  sentMessages = openSentMessages(product),
): Promise<void> {
  const { access_token: token } = JSON.parse(session) as AuthSession;
  await authCall(product, '/reauthenticate', null, token, 'GET');
  const nonce = codeIn(await sentMessages.next(email));
  await authCall(product, '/user', { nonce }, token, 'PUT');
}

/** Enables two-step sign-in for a person, without recovery codes; their session has passed it. */
export async function withTwoStep(
  product: LeapingProduct,
  person: Person,
): Promise<{ person: Person; app: Authenticator }> {
  const { access_token: token } = JSON.parse(person.session) as AuthSession;
  await proveAddress(product, person);
  type Factor = { id: string; totp: { secret: string } };
  const factor = await authCall<Factor>(product, '/factors', { factor_type: 'totp' }, token);
  const app = authenticator(product, factor.totp.secret);
  const path = `/factors/${factor.id}`;
  const challenge = await authCall<{ id: string }>(product, `${path}/challenge`, {}, token);
  const body = { challenge_id: challenge.id, code: await app.nextCode() };
  const session = await authCall<AuthSession>(product, `${path}/verify`, body, token);
  const caller = createCaller(product.url, () => session.access_token);
  return { person: { ...person, ...caller, session: JSON.stringify(session) }, app };
}

/** A set of recovery codes for a person whose session passed the second step. */
export async function newRecoveryCodes(product: LeapingProduct, person: Person): Promise<string[]> {
  const { access_token: token } = JSON.parse(person.session) as AuthSession;
  return (await authCall<{ codes: string[] }>(product, '/factors/recovery-codes', {}, token)).codes;
}
