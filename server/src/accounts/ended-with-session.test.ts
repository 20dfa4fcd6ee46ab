import { yieldToEventLoop } from '#server/async/yield-to-event-loop.ts';
import type { Context } from '#server/context.ts';
import type { Feature, Stop } from '#server/feature.ts';
import { pushFeature } from '#server/features/push/feature.ts';
import { sharingFeature } from '#server/features/sharing/feature.ts';
import type { EndedSession } from '#server/auth/sessions/session-repo.ts';
import { startTestApp, type TestApp } from '@hereabouts/testing/app';
import { createFakeClock } from '@hereabouts/testing/fake-clock';
import { arrangeScene } from '@hereabouts/testing/live-scene';
import { afterAll, beforeAll, expect, test } from 'vitest';

/** Whoever ends many sessions waits for what goes with them before it ends the next ones. */

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

type Session = Pick<EndedSession, 'userId' | 'sessionId'>;

/** Ends what goes with a session, as the feature does when it hears of its end. */
async function endWith(feature: Feature, session: Session): Promise<Stop | void> {
  let listener: ((ended: EndedSession) => unknown) | undefined;
  const { db } = app.context;
  const slow = async (sql: string, params?: readonly unknown[]) => {
    await yieldToEventLoop();
    return await db.query(sql, params);
  };
  const stop = feature.start?.({
    ...app.context,
    db: { ...db, query: slow },
    clock: createFakeClock(app.clock.now()),
    auth: { ...app.context.auth, onSessionEnded: (added: typeof listener) => void (listener = added) },
    jobs: { ...app.context.jobs, handle() {}, handleBatch() {} },
    live: { ...app.context.live, follow() {}, close() {} },
  } as unknown as Context);
  await listener?.({ ...session, reason: 'idle', startedAsGuest: false });
  return stop;
}

const sessionOf = async ({ id }: { id: string }) => {
  const [row] = await app.context.auth.listSessions(id);
  return { userId: id, sessionId: row?.id ?? '' };
};
const countIn = async (table: string, { sessionId }: Session) =>
  (await app.context.db.query(`select from ${table} where session_id = $1`, [sessionId])).length;

test('PUSH-03 SESS-03 the end of a subscription can be waited for', async () => {
  const session = await sessionOf(await app.signUp());
  await app.context.db.query(
    `insert into push_subscriptions (id, user_id, session_id, endpoint, p256dh, auth, created_at)
     values (gen_random_uuid(), $1, $2, 'https://fcm.googleapis.com/fcm/send/1', 'key', 'secret', now())`,
    [session.userId, session.sessionId],
  );
  expect(await countIn('push_subscriptions', session)).toBe(1);
  const stop = await endWith(pushFeature, session);
  expect(await countIn('push_subscriptions', session)).toBe(0);
  await stop?.();
});

test('LIVE-10 SESS-03 the end of sharing with a session can be waited for', async () => {
  const scene = await arrangeScene(app);
  await scene.share(scene.host);
  const session = await sessionOf(scene.host);
  expect(await countIn('live_sharing', session)).toBe(1);
  const stop = await endWith(sharingFeature, session);
  expect(await countIn('live_sharing', session)).toBe(0);
  await stop?.();
  scene.close();
});
