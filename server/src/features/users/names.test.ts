import { userRoutes } from '@hereabouts/contract/users';
import { authRequest } from '@hereabouts/testing/second-step';
import { startTestApp, TEST_PASSWORD, type TestApp } from '@hereabouts/testing/app';
import { afterAll, beforeAll, expect, test } from 'vitest';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ writesPerMinute: 1_000 });
});
afterAll(() => app.stop());

test('the indexes of names have no pending list for one change to work off (S42)', async () => {
  const options = await app.context.db.query<{ name: string; reloptions: string[] | null }>(
    "select relname as name, reloptions from pg_class where relname in ('users_by_name_part', 'users_by_email_part')",
  );
  for (const { reloptions } of options) expect(reloptions).toEqual(['fastupdate=off']);
  expect(options).toHaveLength(2);
});

test('PROF-03 REG-03 after a change of the name, the new one is that of the sign-in, and no password contains it', async () => {
  for (const person of [await app.signUp(), await app.comeAsGuest()]) {
    await person.ok(userRoutes.updateMe, { body: { name: 'Ottoline' } });
    const { body } = await authRequest(app, person.token, '/user', { method: 'GET' });
    expect(body.user_metadata).toMatchObject({ name: 'Ottoline' });
  }
  const member = await app.signUp();
  await member.ok(userRoutes.updateMe, { body: { name: 'Ottoline' } });
  const change = { password: 'ottoline-2026-x', current_password: TEST_PASSWORD };
  const { status, body } = await authRequest(app, member.token, '/user', { method: 'PUT', body: change });
  expect([status, body]).toMatchObject([
    422,
    { code: 'weak_password', weak_password: { reasons: ['personal'] } },
  ]);
});

test('a person takes thirty names a day, and is still free to change all else (S42)', async () => {
  const [one, other] = [await app.signUp(), await app.signUp()];
  const rename = async (person: typeof one, name: string) =>
    (await person.call(userRoutes.updateMe, { body: { name } })).status;
  const statuses = [];
  for (let nth = 0; nth < 31; nth += 1) statuses.push(await rename(one, `Name ${nth}`));
  expect(statuses).toEqual([...Array.from({ length: 30 }, () => 200), 429]);
  expect(await rename(other, 'Somebody else')).toBe(200);
  const hidden = await one.call(userRoutes.updateMe, { body: { contact_visibility: 'friends' } });
  expect(hidden.status).toBe(200);
});
