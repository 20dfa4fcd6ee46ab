import { startTestApp, type TestApp } from '@hereabouts/testing/app';
import { createEvent } from '@hereabouts/testing/builders';
import { withDatabase } from '@hereabouts/testing/effects';
import { viewerOf } from '@hereabouts/testing/viewer';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createStopsInTurn, stopSharing } from './service.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

test('LIVE-10 a flood of Stops withdraws at once, and asks the database two at a time', async () => {
  const host = await app.signUp();
  const eventId = await createEvent(app, host);
  const { db } = app.context;
  let [inFlight, most] = [0, 0];
  const counted: typeof db = {
    ...db,
    query: async (statement, params) => {
      inFlight += 1;
      most = Math.max(most, inFlight);
      return await db.query(statement, params).finally(() => (inFlight -= 1));
    },
  };
  const viewer = viewerOf(host);
  const inTurn = createStopsInTurn();
  const stop = () =>
    stopSharing(withDatabase(app.context, counted), inTurn, viewer, {
      eventId,
      startedAt: null,
      receivedMs: app.clock.now(),
    });
  const stops = Array.from({ length: 50 }, stop);
  await expect.poll(() => app.context.live.pendingStops.list()).toMatchObject([{ eventId, userId: host.id }]);
  await Promise.all(stops);
  expect(most).toBe(2);
});
