import { expect } from 'vitest';
import { authError } from '@hereabouts/contract/schemas/auth';
import { bearer, freshEmail, PASSWORD } from './auth-people.ts';
import type { AuthServer, CallAnswer } from './auth-server.ts';
import { proveAddresses } from './second-step.ts';
import { TOTP_STEP_MS, totpCode } from './totp.ts';

/** Makes bare calls to the auth service with one access token. */
export type WireCaller = (
  path: string,
  request?: { method?: string; body?: unknown; ip?: string },
) => Promise<CallAnswer>;
export type WireFactor = { id: string; secret: string };

/** People with and without two-step sign-in, who call the auth service without a client. */
export function wirePeople(server: () => AuthServer) {
  const as =
    (token: string): WireCaller =>
    (path, { ip, ...request } = {}) =>
      server().call(path, {
        ...request,
        headers: { ...bearer(token), ...(ip && { 'x-forwarded-for': ip }) },
      });

  /** Their address counts as proved. */
  const signUp = async (account?: { phone: string }) => {
    const credentials = { ...(account ?? { email: freshEmail() }), password: PASSWORD };
    const { body } = await server().call('/signup', { body: credentials });
    await proveAddresses(server().db, body.user.id);
    const signIn = async () => {
      const answer = await server().call('/token?grant_type=password', { body: credentials });
      return as(answer.body.access_token);
    };
    return { call: as(body.access_token), signIn, refreshToken: body.refresh_token as string };
  };

  const enrol = async (call: WireCaller, name = 'phone'): Promise<WireFactor> => {
    const { body } = await call('/factors', { body: { factor_type: 'totp', friendly_name: name } });
    return { id: body.id, secret: body.totp.secret };
  };
  const challenge = async (call: WireCaller, id: string): Promise<string> =>
    (await call(`/factors/${id}/challenge`, { method: 'POST' })).body.id;
  const verify = async (call: WireCaller, { id, secret }: WireFactor) =>
    await call(`/factors/${id}/verify`, {
      body: { challenge_id: await challenge(call, id), code: totpCode(secret, server().clock.now()) },
    });

  return {
    signUp,
    enrol,
    challenge,
    verify,
    /** Somebody with two-step sign-in, and a session at each level. */
    async secured() {
      const { call, signIn } = await signUp();
      const factor = await enrol(call);
      const high = as((await verify(call, factor)).body.access_token);
      server().clock.advance(TOTP_STEP_MS);
      return { factor, high, low: await signIn() };
    },
  };
}

export function expectWireError(answer: CallAnswer, status: number, code: string, message?: string): void {
  expect({ status: answer.status, code: answer.body.code }).toEqual({ status, code });
  expect(authError.safeParse(answer.body).error).toBeUndefined();
  if (message !== undefined) expect(answer.body.message).toBe(message);
}
