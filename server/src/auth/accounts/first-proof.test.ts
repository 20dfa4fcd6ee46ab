import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { AuthHooks } from '#server/auth/hooks.ts';
import { lockOwner } from '#server/auth/http/bearer.ts';
import { findSession } from '#server/auth/sessions/session-repo.ts';
import { findUserById } from './user-repo.ts';
import { codeIn, lastCodeTo, lastLinkTo, PASSWORD, signUp } from '@hereabouts/testing/auth-people';
import { peopleHooks, startAuthServer, type AuthServer } from '@hereabouts/testing/auth-server';

/** Without confirmation anybody can sign up with anybody's address; then its owner comes. */

let server: AuthServer;
beforeAll(async () => {
  server = await startAuthServer();
});
afterAll(() => server.stop());

async function squatted() {
  const { client: squatter, email, session } = await signUp(server);
  return { email, squatter, session };
}

describe('the first proof of an address', () => {
  test('AUTH-09 what the stranger agreed with others is taken back before and after the stranger’s sessions end', async () => {
    const alive: unknown[] = [];
    const takenOverFromUnknownBrowser: AuthHooks['takenOverFromUnknownBrowser'] = async (tx, userId) => {
      const sql = 'select count(*)::int as count from auth.sessions where user_id = $1 and ended_at is null';
      alive.push(...(await tx.query(sql, [userId])));
      return () => {};
    };
    const hooked = await startAuthServer({ hooks: { ...peopleHooks, takenOverFromUnknownBrowser } });
    try {
      const { email } = await signUp(hooked);
      const owner = hooked.client();
      await owner.signInWithOtp({ email });
      await owner.verifyOtp({ email, token: await lastCodeTo(hooked, email), type: 'email' });
      expect(alive).toEqual([{ count: 1 }, { count: 0 }]);
    } finally {
      await hooked.stop();
    }
  });

  test.each(['code', 'reset link'])(
    'AUTH-09 the first proof by a %s ends every other session and drops the password (S14)',
    async (means) => {
      const { email, squatter, session } = await squatted();
      const owner = server.client();
      if (means === 'code') {
        await owner.signInWithOtp({ email });
        await owner.verifyOtp({ email, token: await lastCodeTo(server, email), type: 'email' });
      } else {
        await owner.resetPasswordForEmail(email);
        const token_hash = (await lastLinkTo(server, email)).searchParams.get('token_hash') ?? '';
        await owner.verifyOtp({ token_hash, type: 'recovery' });
      }
      const { data } = await owner.getUser();
      expect(data.user?.app_metadata.needs_password).toBe(true);
      expect(await server.auth.authenticate(session.access_token)).toBeNull();
      expect((await squatter.refreshSession()).error).not.toBeNull();
      const again = await server.client().signInWithPassword({ email, password: PASSWORD });
      expect(again.error?.code).toBe('invalid_credentials');
      const chosen = await owner.updateUser({ password: 'samphire-in-september-3' });
      expect(chosen.error).toBeNull();
      expect(chosen.data.user?.app_metadata.needs_password).toBeUndefined();
    },
  );

  test('AUTH-09 the first proof takes away the phone number that the stranger added, and every pending change (S14)', async () => {
    const { email, squatter } = await squatted();
    const phone = '+447797700014';
    await squatter.updateUser({ phone, current_password: PASSWORD });
    const token = codeIn((await server.textsTo(phone)).at(-1)?.split('\n\n')[1]);
    expect((await squatter.verifyOtp({ phone, token, type: 'phone_change' })).error).toBeNull();
    const change = { email: 'squatter@example.org', current_password: PASSWORD };
    expect((await squatter.updateUser(change)).error).toBeNull();
    // The notices of it come before the owner's code.
    await server.auth.idle();

    const owner = server.client();
    await owner.signInWithOtp({ email });
    const code = await lastCodeTo(server, email);
    const { data } = await owner.verifyOtp({ email, token: code, type: 'email' });
    expect(data.user).toMatchObject({ email, phone: '' });
    expect(data.user?.new_email).toBeUndefined();
    expect(await server.db.query('select email, phone from users where email = $1', [email])).toEqual([
      { email, phone: null },
    ]);
    await server.client().signInWithOtp({ phone, options: { shouldCreateUser: false } });
    expect(await server.textsTo(phone)).toHaveLength(1);
  });

  test('SESS-03 the first proof of a number tells a proved e-mail address that it is no longer the account’s', async () => {
    const [phone, email] = ['+447797700016', 'told@example.org'];
    const first = server.client();
    const { data } = await first.signUp({ phone, password: PASSWORD });
    await first.updateUser({ email, current_password: PASSWORD });
    const token = await lastCodeTo(server, email);
    expect((await first.verifyOtp({ email, token, type: 'email_change' })).error).toBeNull();

    const holder = server.client();
    await holder.signInWithOtp({ phone });
    const code = codeIn((await server.textsTo(phone)).at(-1));
    const proved = await holder.verifyOtp({ phone, token: code, type: 'sms' });
    expect(proved.data.user).toMatchObject({ id: data.user?.id, email: '' });
    const told = (await server.mailsTo(email)).at(-1);
    expect(told?.subject).toBe('The email address for your Hereabouts account was changed');
    expect(told?.text).toContain('no longer has an email address');
  });

  test('AUTH-09 a second proof takes nothing away (S14)', async () => {
    const { email } = await squatted();
    const signIn = async () => {
      const client = server.client();
      await client.signInWithOtp({ email });
      await client.verifyOtp({ email, token: await lastCodeTo(server, email), type: 'email' });
      return client;
    };
    const first = await signIn();
    await first.updateUser({ password: 'samphire-in-september-3' });
    // Its notice comes before the next code.
    await server.auth.idle();
    await signIn();
    expect((await first.getUser()).error).toBeNull();
    const { error } = await server
      .client()
      .signInWithPassword({ email, password: 'samphire-in-september-3' });
    expect(error).toBeNull();
  });
});

test('what a session asked for before it was ended changes nothing afterwards (S14)', async () => {
  const { session: given } = await squatted();
  const { payload } = JSON.parse(
    `{"payload":${Buffer.from(given.access_token.split('.')[1] ?? '', 'base64url').toString()}}`,
  ) as { payload: { session_id: string } };
  const session = await findSession(server.db, payload.session_id);
  const user = await findUserById(server.db, given.user.id);
  const asking = { user: user!, session: session! };
  expect((await server.db.transaction((tx) => lockOwner(tx, asking))).id).toBe(user?.id);
  await server.auth.endSession(payload.session_id);
  await expect(server.db.transaction((tx) => lockOwner(tx, asking))).rejects.toMatchObject({
    code: 'session_not_found',
  });
});
