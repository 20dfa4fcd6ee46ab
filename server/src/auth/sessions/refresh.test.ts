import { hashToken } from '#server/auth/tokens/opaque-tokens.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '@hereabouts/contract/durations';
import { bearer, BROWSER_HEADERS, PASSWORD, signUpByWire } from '@hereabouts/testing/auth-people';
import { startAuthServer, type AuthServer } from '@hereabouts/testing/auth-server';

let server: AuthServer;
beforeAll(async () => {
  server = await startAuthServer();
});
afterAll(() => server.stop());

async function signUp(headers: Record<string, string> = {}) {
  const { email, token: access, refreshToken: token, cookies } = await signUpByWire(server, headers);
  return { email, token, access, cookies: cookies.filter((cookie) => cookie.includes('-session-')) };
}

const refresh = (token: unknown, headers: Record<string, string> = {}) =>
  server.call('/token?grant_type=refresh_token', { body: { refresh_token: token }, headers });

async function next(token: string): Promise<string> {
  const { status, body } = await refresh(token);
  expect({ status, code: body.code }).toEqual({ status: 200, code: undefined });
  return body.refresh_token;
}

describe('rotation', () => {
  test('AUTH-07 an active token makes the next, and the new access token works', async () => {
    const { token } = await signUp();
    const { body } = await refresh(token);
    expect(body.refresh_token).not.toBe(token);
    expect(await server.auth.authenticate(body.access_token)).not.toBeNull();
  });

  test('AUTH-07 the parent of the active token gets the active one again, however late', async () => {
    const { token } = await signUp();
    const second = await next(token);
    expect(await next(token)).toBe(second);
    server.clock.advance(3_600 * SECOND_MS);
    expect(await next(token)).toBe(second);
    expect(await next(second)).not.toBe(second);
  });

  test('AUTH-07 AUTH-04 an older token gets the active one within ten seconds, and the line does not move', async () => {
    const { token: first } = await signUp();
    const second = await next(first);
    const third = await next(second);
    server.clock.advance(10 * SECOND_MS);
    expect(await next(first)).toBe(third);
    expect(await next(first)).toBe(third);
    expect([first, second, third]).not.toContain(await next(third));
  });

  test('AUTH-07 a token reused later ends the whole family, access tokens included', async () => {
    const { token: first } = await signUp();
    const second = await next(first);
    const { body } = await refresh(second);
    server.clock.advance(10 * SECOND_MS + 1);
    const reused = await refresh(first);
    expect(reused).toMatchObject({ status: 400, body: { code: 'refresh_token_already_used' } });
    expect((await refresh(body.refresh_token)).body.code).toBe('refresh_token_already_used');
    expect(await server.auth.authenticate(body.access_token)).toBeNull();
  });

  test('a session that refreshes without end keeps a hundred of its tokens (S55)', async () => {
    const { token: first } = await signUp();
    let token = first;
    for (let refreshes = 0; refreshes < 105; refreshes += 1) token = await next(token);
    const kept = await server.db.query(
      `select 1 from auth.refresh_tokens t where session_id =
         (select session_id from auth.refresh_tokens where hash = $1)`,
      [hashToken(token)],
    );
    expect(kept).toHaveLength(100);
    expect(await refresh(first)).toMatchObject({ status: 400, body: { code: 'refresh_token_not_found' } });
    expect((await refresh(token)).status).toBe(200);
  });

  test('AUTH-04 AUTH-07 two devices of one session go on when one of them is late', async () => {
    const { token } = await signUp();
    const [a, b] = [server.client(), server.client()];
    const refreshed = async (client: typeof a, from: string) => {
      const { data, error } = await client.refreshSession({ refresh_token: from });
      expect(error).toBeNull();
      return data.session!.refresh_token;
    };
    const ofA = await refreshed(a, await refreshed(a, token));
    const ofB = await refreshed(b, token);
    expect(ofB).toBe(ofA);
    server.clock.advance(11 * SECOND_MS);
    const newest = await refreshed(b, ofB);
    expect(await refreshed(a, ofA)).toBe(newest);
    expect((await a.getUser()).error).toBeNull();
  });

  test('OPS-08 AUTH-07 a token reused late is logged, also where it is answered (S13)', async () => {
    const { token: first } = await signUp();
    const second = await next(first);
    const before = server.securityEvents().length;
    await next(first);
    expect(server.securityEvents()).toHaveLength(before);
    server.clock.advance(11 * SECOND_MS);
    await next(first);
    await next(second);
    await refresh(first);
    const events = server.securityEvents().slice(before);
    expect(events).toMatchObject([
      { security: 'refresh_token_reused', level: 40, reason: 'parent_of_active' },
      { security: 'refresh_token_reused', level: 40, reason: 'token_reused' },
      { security: 'sessions_ended', reason: 'token_reused', count: 1 },
    ]);
    expect(server.logLines.join('')).not.toContain(first);
  });

  test('AUTH-07 AUTH-04 ten refreshes at once with one token get the same next one', async () => {
    const { token } = await signUp();
    const answers = await Promise.all(Array.from({ length: 10 }, () => refresh(token)));
    expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200));
    expect(new Set(answers.map(({ body }) => body.refresh_token)).size).toBe(1);
  });

  test('AUTH-07 two servers on one database agree on the next token', async () => {
    const other = await startAuthServer({ beside: server });
    const { token } = await signUp();
    const body = { refresh_token: token };
    const calls = Array.from({ length: 6 }, (_, index) =>
      (index % 2 ? server : other).call('/token?grant_type=refresh_token', { body }),
    );
    const answers = await Promise.all(calls);
    expect(new Set(answers.map((answer) => answer.body.refresh_token)).size).toBe(1);
    expect(await server.auth.authenticate(answers[0]?.body.access_token)).not.toBeNull();
    await other.stop();
  });

  test('AUTH-07 a race of a token reused late against the active one ends the family once', async () => {
    const { token: first } = await signUp();
    const second = await next(first);
    const third = await next(second);
    server.clock.advance(11 * SECOND_MS);
    const [reused] = await Promise.all([refresh(first), refresh(third)]);
    expect(reused.body.code).toBe('refresh_token_already_used');
    expect((await refresh(third)).status).toBe(400);
  });

  test('AUTH-05 an unknown token, and that of a session signed out, is refresh_token_not_found', async () => {
    expect(await refresh('never given out')).toMatchObject({
      status: 400,
      body: { code: 'refresh_token_not_found' },
    });
    const { token, access } = await signUp();
    await server.call('/logout?scope=local', {
      method: 'POST',
      headers: bearer(access),
    });
    expect((await refresh(token)).body.code).toBe('refresh_token_not_found');
  });

  test('no token or code is stored as it is', async () => {
    const { token, access } = await signUp();
    const tables = ['users', 'sessions', 'refresh_tokens', 'one_time_tokens'];
    const rows = await Promise.all(tables.map((table) => server.db.query(`select * from auth.${table}`)));
    const stored = JSON.stringify(rows);
    expect(stored).toContain('$argon2id$v=19$');
    for (const secret of [token, access, PASSWORD]) expect(stored).not.toContain(secret);
  });
});

describe('a session of a browser', () => {
  const pair = (cookie: string | undefined) => cookie?.split(';', 1)[0] ?? '';

  test('AUTH-07 a session of a browser gets a cookie that scripts and other sites cannot use', async () => {
    const { cookies } = await signUp(BROWSER_HEADERS);
    const attributes = cookies.map((cookie) => cookie.toLowerCase().split('; ').slice(1));
    for (const [at, path] of ['/auth/v1', '/api', '/realtime'].entries()) {
      const expected = ['httponly', 'samesite=strict', `path=${path}`];
      expect(attributes[at]).toEqual(expect.arrayContaining(expected));
      expect(attributes[at]).not.toContain('secure');
    }
    expect(cookies).toHaveLength(3);
    expect((await signUp()).cookies).toEqual([]);
  });

  test('AUTH-07 SESS-02 cookies are for https alone where the product is, and named so (S29)', async () => {
    const secure = await startAuthServer({ beside: server, publicUrl: 'https://hereabouts.example' });
    const body = { email: 'secure@example.org', password: PASSWORD };
    const { headers } = await secure.call('/signup', { body, headers: BROWSER_HEADERS });
    const cookies = headers.getSetCookie();
    const session = '__Secure-hereabouts-session';
    expect(cookies.map((cookie) => cookie.replace(/-[\w]*=.*/, ''))).toEqual([
      session,
      session,
      session,
      '__Secure-hereabouts',
    ]);
    for (const cookie of cookies) expect(cookie.toLowerCase()).toContain('; secure');
    await secure.stop();
  });

  test('AUTH-07 neither the token nor the cookie refreshes alone; trying does not use the token up', async () => {
    const { token, cookies } = await signUp(BROWSER_HEADERS);
    const cookie = pair(cookies[0]);
    expect((await refresh(token)).body.code).toBe('refresh_token_not_found');
    expect((await refresh(token, { cookie: `${cookie.split('=', 1)[0]}=guess` })).status).toBe(400);
    expect((await refresh(undefined, { cookie })).status).toBe(400);
    expect((await refresh('guess', { cookie })).status).toBe(400);
    const answer = await refresh(token, { cookie });
    expect(answer.status).toBe(200);
    // The cookie does not rotate: two tabs may refresh at once.
    expect(answer.headers.getSetCookie().map(pair)).toEqual([cookie, cookie, cookie]);
    expect((await refresh(answer.body.refresh_token, { cookie })).status).toBe(200);
  });

  test('AUTH-07 the cookie of another session is not good for this one', async () => {
    const mine = await signUp(BROWSER_HEADERS);
    const theirs = await signUp(BROWSER_HEADERS);
    const [name] = pair(mine.cookies[0]).split('=', 1);
    const stolen = `${name}=${pair(theirs.cookies[0]).split('=')[1]}`;
    expect((await refresh(mine.token, { cookie: stolen })).status).toBe(400);
  });

  test('AUTH-07 signing in again in the same browser, before and after signing out, works', async () => {
    const jar = new Map<string, string>();
    const keep = (cookies: string[]) => {
      for (const cookie of cookies) {
        const [name = '', value = ''] = pair(cookie).split('=');
        if (value === '') jar.delete(name);
        else jar.set(name, value);
      }
    };
    const cookie = () => [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
    const first = await signUp(BROWSER_HEADERS);
    keep(first.cookies);
    const credentials = { email: first.email, password: PASSWORD };
    const signIn = async () => {
      const headers = { ...BROWSER_HEADERS, cookie: cookie() };
      const answer = await server.call('/token?grant_type=password', { body: credentials, headers });
      keep(answer.headers.getSetCookie());
      return answer.body;
    };
    const second = await signIn();
    expect((await refresh(second.refresh_token, { cookie: cookie() })).status).toBe(200);
    const out = await server.call('/logout?scope=local', {
      method: 'POST',
      headers: { ...bearer(second.access_token), cookie: cookie() },
    });
    keep(out.headers.getSetCookie());
    const third = await signIn();
    expect((await refresh(third.refresh_token, { cookie: cookie() })).status).toBe(200);
    for (let round = 0; round < 8; round += 1) await signIn();
    // One of them is the browser's own.
    expect(jar.size).toBeLessThanOrEqual(5);
  });
});

describe('a guest whose browser holds a newer token than the database', () => {
  const come = async () => {
    const { body, headers } = await server.call('/signup', { body: {}, headers: BROWSER_HEADERS });
    const cookie = headers
      .getSetCookie()
      .find((each) => each.includes('-session-'))
      ?.split(';', 1)[0];
    return { id: body.user.id as string, cookie: cookie ?? '', token: body.refresh_token as string };
  };
  const goOn = async (token: string, cookie: string) => {
    const { status, body } = await refresh(token, { ...BROWSER_HEADERS, cookie });
    return status === 200 ? (body.refresh_token as string) : (body.code as string);
  };
  /** The database as it was when the guest came. */
  const restore = async (guestId: string) => {
    const ofGuest = 'session_id = (select id from auth.sessions where user_id = $1)';
    await server.db.query(`delete from auth.refresh_tokens where counter > 0 and ${ofGuest}`, [guestId]);
    await server.db.query(`update auth.refresh_tokens set rotated_at = null where ${ofGuest}`, [guestId]);
    await server.db.query('update auth.sessions set refresh_counter = 0 where user_id = $1', [guestId]);
  };

  test('OPS-11 after a restore a guest goes on with the newer token of their browser (S69)', async () => {
    const guest = await come();
    const other = await come();
    const third = await goOn(await goOn(guest.token, guest.cookie), guest.cookie);
    await restore(guest.id);

    for (const cookie of ['', other.cookie])
      expect(await goOn(third, cookie)).toBe('refresh_token_not_found');
    expect(await goOn(other.token.replaceAll('a', 'b'), guest.cookie)).toBe('refresh_token_not_found');
    const fourth = await goOn(third, guest.cookie);
    expect(fourth).toHaveLength(third.length);
    expect(await goOn(fourth, guest.cookie)).toHaveLength(third.length);
    // What is older is a copy again.
    server.clock.advance(11 * SECOND_MS);
    expect(await goOn(guest.token, guest.cookie)).toBe('refresh_token_already_used');
  });

  test('OPS-11 LIVE-10 wrong tokens are compared with newer ones three times an hour', async () => {
    const guest = await come();
    const second = await goOn(guest.token, guest.cookie);
    await restore(guest.id);
    const wrong = second.replaceAll(/[a-f]/g, 'x');
    for (let n = 0; n < 3; n += 1) expect(await goOn(wrong, guest.cookie)).toBe('refresh_token_not_found');
    expect(await goOn(second, guest.cookie)).toBe('refresh_token_not_found');
    server.clock.advance(HOUR_MS);
    expect(await goOn(second, guest.cookie)).toHaveLength(second.length);
  });

  test('OPS-11 AUTH-09 where neighbours have used up the comparisons of the address, a guest is to try again', async () => {
    server.clock.advance(HOUR_MS);
    const guest = await come();
    const second = await goOn(guest.token, guest.cookie);
    await restore(guest.id);
    const wrong = second.replaceAll(/[a-f]/g, 'x');
    const guess = async () => {
      const neighbour = await come();
      for (let wrongs = 0; wrongs < 3; wrongs += 1) await goOn(wrong, neighbour.cookie);
    };
    for (let n = 0; n < 100; n += 10) await Promise.all(Array.from({ length: 10 }, guess));
    expect((await refresh(second, { ...BROWSER_HEADERS, cookie: guest.cookie })).status).toBe(503);
    server.clock.advance(MINUTE_MS);
    expect(await goOn(second, guest.cookie)).toHaveLength(second.length);
    server.clock.advance(HOUR_MS);
  });
});
