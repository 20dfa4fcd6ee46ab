import { eventRoutes } from '@hereabouts/contract/events';
import { LIVE_TEXTS, liveRoutes } from '@hereabouts/contract/live';
import { SHARING_TEXTS, sharingRoutes } from '@hereabouts/contract/sharing';
import { startTestApp, type TestApp, type TestPerson } from '@hereabouts/testing/app';
import { answer, createEvent, eventInput, hoursFromNow } from '@hereabouts/testing/builders';
import { arrangeScene, running } from '@hereabouts/testing/live-scene';
import { errorOf } from '@hereabouts/testing/refusals';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';

let app: TestApp;
let host: TestPerson;
let guest: TestPerson;
let stranger: TestPerson;
let eventId: number;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());
beforeEach(async () => {
  ({ host, friend: guest, eventId } = await arrangeScene(app));
  stranger = await app.signUp();
});

const on = <B>(body?: B) => ({ params: { eventId }, ...(body !== undefined && { body }) }) as any;

describe('LIVE-01 sharing', () => {
  test('is off until one switches it on, for this event and this session', async () => {
    expect((await host.ok(sharingRoutes.listSharing)).sharing).toEqual([]);
    const sharing = await host.ok(sharingRoutes.startSharing, on());
    expect(sharing).toEqual({
      event: { id: eventId, title: 'Beach bonfire', end_time: hoursFromNow(app.clock, 0.1) },
      started_at: new Date(app.clock.now()).toISOString(),
      until: hoursFromNow(app.clock, 0.1),
      friend_count: 1,
      is_this_device: true,
    });
    expect((await host.ok(sharingRoutes.listSharing)).sharing).toEqual([sharing]);
    expect((await host.ok(liveRoutes.getLive, on())).sharing).toEqual(sharing);
    await host.signInAgain();
    expect((await host.ok(sharingRoutes.listSharing)).sharing).toEqual([
      { ...sharing, is_this_device: false },
    ]);
    expect((await guest.ok(sharingRoutes.listSharing)).sharing).toEqual([]);
    await host.ok(sharingRoutes.stopSharing, on());
    await host.ok(sharingRoutes.stopSharing, on());
    expect((await host.ok(sharingRoutes.listSharing)).sharing).toEqual([]);
  });

  test('is refused before the start, after the end and once cancelled', async () => {
    const refused = [409, 'event_not_running', LIVE_TEXTS.notRunning];
    eventId = await createEvent(app, host);
    expect(errorOf(await host.call(sharingRoutes.startSharing, on()))).toEqual(refused);
    eventId = await createEvent(app, host, running(app, { end_time: hoursFromNow(app.clock, -0.5) }));
    expect(errorOf(await host.call(sharingRoutes.startSharing, on()))).toEqual(refused);
    eventId = await createEvent(app, host, running(app));
    await host.ok(eventRoutes.cancelEvent, on());
    expect(errorOf(await host.call(sharingRoutes.startSharing, on()))).toEqual(refused);
  });

  test('is for those who take part and not for a creator who answered Not Going', async () => {
    const refused = [403, 'forbidden', SHARING_TEXTS.mayNotShare];
    expect(errorOf(await stranger.call(sharingRoutes.startSharing, on()))).toEqual(refused);
    await answer(host, eventId, 'declined');
    expect(errorOf(await host.call(sharingRoutes.startSharing, on()))).toEqual(refused);
    expect((await host.ok(liveRoutes.getLive, on())).may_share).toBe(false);
  });

  test('ends with an answer, a reset of the answers and new times, and is not restored by itself', async () => {
    const isSharing = async () => (await guest.ok(sharingRoutes.listSharing)).sharing.length > 0;
    const update = (changes: object) =>
      host.ok(
        eventRoutes.updateEvent,
        on({
          ...eventInput(app.clock, running(app, { invitee_ids: [guest.id] })),
          keep_answers: true,
          ...changes,
        }),
      );
    const start = async () => {
      await guest.ok(sharingRoutes.startSharing, on());
      expect(await isSharing()).toBe(true);
    };
    await start();
    await update({ title: 'Another name' });
    expect(await isSharing()).toBe(true);
    await answer(guest, eventId, 'declined');
    expect(await isSharing()).toBe(false);
    await answer(guest, eventId, 'tentative');
    expect(await isSharing()).toBe(false);
    await start();
    await update({ keep_answers: false });
    await answer(guest, eventId, 'accepted');
    expect(await isSharing()).toBe(false);
    await start();
    await update({ start_time: hoursFromNow(app.clock, 0.05) });
    await update({});
    expect(await isSharing()).toBe(false);
  });
});
