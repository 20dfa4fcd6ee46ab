import { codeIn, lastCodeTo, lastMailTo, NEW_PASSWORD, PASSWORD } from '@hereabouts/testing/auth-people';
import { startAuthServer, type AuthServer, type StockClient } from '@hereabouts/testing/auth-server';
import { totpCode } from '@hereabouts/testing/totp';
import { afterAll, beforeAll, expect, test } from 'vitest';

let server: AuthServer;
beforeAll(async () => {
  server = await startAuthServer({ auth: { smsPerDay: 1_000, smsCountries: ['JE', 'GB'], sendPauseS: 0 } });
});
afterAll(() => server.stop());

type Owner = { email: string; mine: StockClient; thief: StockClient };
const sessionIdOf = async (client: StockClient) => {
  const token = (await client.getSession()).data.session?.access_token ?? '';
  return (JSON.parse(atob(token.split('.')[1] ?? '')) as { session_id: string }).session_id;
};

/** What an owner may do once they find that somebody else is signed in. */
const ENDINGS: Readonly<Record<string, (owner: Owner) => Promise<unknown>>> = {
  'a new password': ({ mine }) => mine.updateUser({ password: NEW_PASSWORD, current_password: PASSWORD }),
  async 'a reset link'({ email, mine }) {
    await mine.resetPasswordForEmail(email);
    const { text } = await lastMailTo(server, email);
    const link = /token_hash=([\w-]+)/.exec(text)?.[1] ?? '';
    const fresh = server.client();
    await fresh.verifyOtp({ type: 'recovery', token_hash: link });
    return await fresh.updateUser({ password: NEW_PASSWORD });
  },
  async 'a new address'({ email, mine }) {
    const next = `next-${email}`;
    await mine.updateUser({ email: next });
    await mine.verifyOtp({ email: next, token: await lastCodeTo(server, next), type: 'email_change' });
    return await mine.verifyOtp({ email, token: await lastCodeTo(server, email), type: 'email_change' });
  },
  async 'two-step sign-in'({ mine }) {
    const { data } = await mine.mfa.enroll({ factorType: 'totp' });
    if (data?.type !== 'totp') throw new Error('Not enrolled');
    const code = totpCode(data.totp.secret, server.clock.now());
    return await mine.mfa.challengeAndVerify({ factorId: data.id, code });
  },
  async 'a suspension that is taken back'({ mine }) {
    const { id } = (await mine.getUser()).data.user!;
    await server.auth.suspend(id, async () => {});
    await server.auth.reinstate(id, async () => {});
    return { error: null };
  },
  async 'the end of that one session'({ mine, thief }) {
    const sessionId = await sessionIdOf(mine);
    const viewer = { userId: (await mine.getUser()).data.user!.id, sessionId };
    const outcome = await server.auth.endOwnSessions(viewer, { sessionId: await sessionIdOf(thief) });
    return { error: outcome === 'ended' ? null : new Error(outcome) };
  },
};

test.each(Object.keys(ENDINGS))(
  '%s removes an authenticator app that another session has begun to add',
  async (name) => {
    const email = `app${Object.keys(ENDINGS).indexOf(name)}@example.org`;
    const [mine, thief] = [server.client(), server.client()];
    await mine.signUp({ email, password: PASSWORD });
    await server.db.query('update auth.users set email_proved_at = now() where email = $1', [email]);
    await thief.signInWithPassword({ email, password: PASSWORD });
    const { data } = await thief.mfa.enroll({ factorType: 'totp', friendlyName: 'Of a thief' });
    const id = data?.id ?? '';
    expect((await thief.mfa.challenge({ factorId: id })).error).toBeNull();
    expect(await ENDINGS[name]!({ email, mine, thief })).toMatchObject({ error: null });
    expect(await server.db.query('select from auth.factors where id = $1', [id])).toEqual([]);
  },
);

test.each(Object.keys(ENDINGS))(
  'SESS-01 SESS-03 %s gives up a change of phone number that another session has begun',
  async (name) => {
    const nth = Object.keys(ENDINGS).indexOf(name);
    const email = `begun${nth}@example.org`;
    const phone = `+44779770${1_100 + nth}`;
    const [mine, thief] = [server.client(), server.client()];
    await mine.signUp({ email, password: PASSWORD });
    await server.db.query('update auth.users set email_proved_at = now() where email = $1', [email]);
    await thief.signInWithPassword({ email, password: PASSWORD });
    const asked = await thief.updateUser({ phone, current_password: PASSWORD });
    expect(asked.error).toBeNull();
    await server.auth.idle();
    const token = codeIn((await server.textsTo(phone)).at(-1));
    expect(await ENDINGS[name]!({ email, mine, thief })).toMatchObject({ error: null });
    const entered = await server.call('/verify', { body: { type: 'phone_change', phone, token } });
    expect([entered.status, entered.body.code]).toEqual([403, 'otp_expired']);
    const phones = await server.db.query('select phone from auth.users where email like $1', [`%${email}`]);
    expect(phones).toEqual([{ phone: null }]);
  },
);
