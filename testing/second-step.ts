import { AUTH_API_VERSION } from '@hereabouts/contract/auth';
import type { Clock } from '@hereabouts/server/clock';
import type { Database } from '@hereabouts/server/db/database';
import { totpCode } from './totp.ts';

const PROVED_SQL = `
  update auth.users set email_proved_at = email_confirmed_at, phone_proved_at = phone_confirmed_at where id = $1`;

/** As if a code had been entered that was sent to each address of the account; two-step sign-in asks for that. */
export async function proveAddresses(db: Pick<Database, 'query'>, userId: string): Promise<void> {
  await db.query(PROVED_SQL, [userId]);
}

type Instance = { url: string; clock: Pick<Clock, 'now'> };

export type SecondStep = {
  readonly factorId: string;
  readonly secret: string;
  /** Access token of the session that has passed the second step. */
  readonly token: string;
};

/** Makes a bare call to `/auth/v1` with an access token. */
export async function authRequest(
  { url }: Pick<Instance, 'url'>,
  token: string,
  path: string,
  { method = 'POST', body }: { method?: string; body?: object } = {},
): Promise<{ status: number; body: any }> {
  const response = await fetch(`${url}/auth/v1${path}`, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      'x-supabase-api-version': AUTH_API_VERSION,
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    body: body === undefined ? null : JSON.stringify(body),
  });
  const text = await response.text();
  return { status: response.status, body: text === '' ? null : JSON.parse(text) };
}

/** Enrols an authenticator app and enters its first code. */
export async function enableSecondStep(instance: Instance, token: string): Promise<SecondStep> {
  const enrolled = await authRequest(instance, token, '/factors', {
    body: { factor_type: 'totp', friendly_name: 'app' },
  });
  const factor = { factorId: enrolled.body.id, secret: enrolled.body.totp.secret };
  const verified = await enterCode(instance, token, factor);
  if (verified.status !== 200) throw new Error(`The code was refused: ${JSON.stringify(verified.body)}`);
  return { ...factor, token: verified.body.access_token };
}

/** Enters the current code of the app. A code works once: move the clock by a step of 30 s between two. */
export async function enterCode(
  instance: Instance,
  token: string,
  { factorId, secret }: Pick<SecondStep, 'factorId' | 'secret'>,
): Promise<{ status: number; body: any }> {
  const challenge = await authRequest(instance, token, `/factors/${factorId}/challenge`);
  return await authRequest(instance, token, `/factors/${factorId}/verify`, {
    body: { challenge_id: challenge.body.id, code: totpCode(secret, instance.clock.now()) },
  });
}
