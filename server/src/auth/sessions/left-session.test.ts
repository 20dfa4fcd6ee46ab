import { bearer, BROWSER_HEADERS, signUpByWire } from '@hereabouts/testing/auth-people';
import { startAuthServer, type AuthServer } from '@hereabouts/testing/auth-server';
import { afterAll, beforeAll, expect, test } from 'vitest';

let server: AuthServer;
beforeAll(async () => {
  server = await startAuthServer();
});
afterAll(() => server.stop());

async function signUp(headers: Record<string, string> = BROWSER_HEADERS) {
  const { token, cookies } = await signUpByWire(server, headers);
  const { session_id: sessionId } = JSON.parse(
    Buffer.from(token.split('.')[1] ?? '', 'base64url').toString(),
  ) as { session_id: string };
  const cookie = cookies.find((one) => one.includes('-session-')) ?? '';
  return { token, sessionId, cookie: cookie.split(';', 1)[0] ?? '' };
}
const leave = (sessionId: string, cookie?: string) =>
  server.call(`/logout?session=${encodeURIComponent(sessionId)}`, {
    method: 'POST',
    headers: { ...BROWSER_HEADERS, ...(cookie !== undefined && { cookie }) },
  });
const isSignedIn = async ({ token, cookie }: { token: string; cookie: string }) =>
  (await server.call('/user', { headers: { ...bearer(token), cookie } })).status === 200;

test('PWA-06 LIVE-10 a browser that has kept no token ends its session by its cookie, and again changes nothing (S64)', async () => {
  const [left, kept] = [await signUp(), await signUp()];
  const answer = await leave(left.sessionId, left.cookie);
  expect([answer.status, answer.headers.getSetCookie().join()]).toEqual([
    204,
    expect.stringContaining(`${left.cookie.split('=', 1)[0]}=;`),
  ]);
  expect(await isSignedIn(left)).toBe(false);
  expect(await isSignedIn(kept)).toBe(true);
  const lines = server.logLines.length;
  expect((await leave(left.sessionId, left.cookie)).status).toBe(204);
  expect(server.logLines.slice(lines).filter((line) => line.includes('"security"'))).toEqual([]);
});

test('without the cookie of that very session nothing ends, and the answer is the same (S64)', async () => {
  const [ann, ben, script] = [await signUp(), await signUp(), await signUp({})];
  const named = (name: string, value: string) => `${name.split('=', 1)[0]}=${value.split('=')[1]}`;
  for (const [sessionId, cookie] of [
    [ann.sessionId, undefined],
    [ann.sessionId, ben.cookie],
    [ann.sessionId, named(ann.cookie, ben.cookie)],
    [ann.sessionId, named(ann.cookie, '=')],
    [script.sessionId, `hereabouts-session-${script.sessionId.slice(0, 8)}=guess`],
    ['nothing', ann.cookie],
    ["' or 1=1", ann.cookie],
  ] as const) {
    expect((await leave(sessionId, cookie)).status, `${sessionId} ${cookie}`).toBe(204);
  }
  for (const person of [ann, ben, script]) expect(await isSignedIn(person)).toBe(true);
});
