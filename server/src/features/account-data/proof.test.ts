import { chatRoutes } from '@hereabouts/contract/chat';
import type { Context } from '@hereabouts/server/context';
import { startTestApp, TEST_PASSWORD, type TestApp } from '@hereabouts/testing/app';
import { createEvent, say } from '@hereabouts/testing/builders';
import { countLockWaits } from '@hereabouts/testing/lock-waits';
import { viewerOf } from '@hereabouts/testing/viewer';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { deleteOwnAccount } from './deletion-service.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

const changePassword = (db: Pick<Context['db'], 'query'>, userId: string) =>
  db.query("update auth.users set password_hash = 'changed' where id = $1", [userId]);

async function arrange() {
  const ann = await app.signUp();
  await say(ann, await createEvent(app, ann), 'Mine');
  const found = async () => {
    const { db } = app.context;
    const [person] = await db.query('select id from users where id = $1', [ann.id]);
    const messages = await db.query('select id from chat_message where user_id = $1', [ann.id]);
    return { isThere: person !== undefined, messages: messages.length };
  };
  const remove = (ctx: Context) =>
    deleteOwnAccount(ctx, viewerOf(ann), { password: TEST_PASSWORD, ip: '127.0.0.1' });
  return { ann, found, remove };
}

test('SAFE-03 a password changed after the proof was checked again does not leave an account without its messages (S32)', async () => {
  const { ann, found, remove } = await arrange();
  const { auth, db } = app.context;
  const beginDeletion: typeof auth.beginDeletion = async (userId, within, proof) => {
    const begun = await auth.beginDeletion(userId, within, proof);
    await changePassword(db, userId);
    return begun;
  };
  await remove({ ...app.context, auth: { ...auth, beginDeletion } }).catch(() => {});
  await app.context.jobs.idle();
  expect([
    { isThere: true, messages: 1 },
    { isThere: false, messages: 0 },
  ]).toContainEqual(await found());
  expect((await ann.call(chatRoutes.listMessages, { params: { eventId: 1 }, query: {} })).status).toBe(401);
});

test.runIf(inject('testDatabase').engine === 'postgres')(
  'SAFE-03 a password changed while the deletion waits keeps the account and every message (S32)',
  async () => {
    const { ann, found, remove } = await arrange();
    const { db } = app.context;
    const [holding, letGo] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const held = db.transaction(async (tx) => {
      await changePassword(tx, ann.id);
      holding.resolve();
      await letGo.promise;
    });
    await holding.promise;
    const removed = remove(app.context).catch((error: unknown) => error);
    await expect.poll(() => countLockWaits(db)).toBe(1);
    expect(await found()).toEqual({ isThere: true, messages: 1 });
    letGo.resolve();
    await held;
    expect(await removed).toMatchObject({ code: 'forbidden' });
    expect(await found()).toEqual({ isThere: true, messages: 1 });
  },
);

test.each([
  ['the password', TEST_PASSWORD],
  ['a sign-in a moment ago', null],
])('a session that has ended elsewhere deletes no account, with %s', async (_, password) => {
  const { ann, found, remove } = await arrange();
  const { db } = app.context;
  if (password === null) await db.query('update auth.users set password_hash = null where id = $1', [ann.id]);
  await db.query("update auth.sessions set ended_at = now(), end_reason = 'signed_out' where user_id = $1", [
    ann.id,
  ]);
  expect(await remove(app.context).catch((error: unknown) => error)).toMatchObject({
    code: 'unauthenticated',
  });
  expect(await found()).toEqual({ isThere: true, messages: 1 });
});
