import { chatRoutes } from '@hereabouts/contract/chat';
import { eventRoutes } from '@hereabouts/contract/events';
import { inviteRoutes } from '@hereabouts/contract/invites';
import { LIVE_TEXTS, liveRoutes } from '@hereabouts/contract/live';
import { MEETING_POINT_TEXTS, meetingPointRoutes } from '@hereabouts/contract/meeting-points';
import { notificationRoutes } from '@hereabouts/contract/notifications';
import { serverMessages } from '@hereabouts/contract/schemas/realtime-messages';
import { startTestApp, type TestApp, type TestPerson } from '@hereabouts/testing/app';
import { answer, befriend, createEvent, hoursFromNow } from '@hereabouts/testing/builders';
import { lookOn } from '@hereabouts/testing/live';
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
const pin = { name: ' Left of the stage ', latitude: 49.18, longitude: -2.1, meet_at: null };

describe('LIVE-09 the meeting point', () => {
  test('is set by any participant in place of the last, and shows on the page, in the chat and the bell', async () => {
    await stranger.signInAgain();
    expect(errorOf(await stranger.call(meetingPointRoutes.setMeetingPoint, on(pin)))).toEqual([
      403,
      'forbidden',
      LIVE_TEXTS.notParticipant,
    ]);
    const blank = await guest.call(meetingPointRoutes.setMeetingPoint, on({ ...pin, name: '  ' }));
    expect(errorOf(blank)).toEqual([400, 'invalid', MEETING_POINT_TEXTS.noMeetingPoint]);

    const viewer = await lookOn(app, host, eventId);
    const meetAt = '2026-06-20T21:30:00+01:00';
    const set = await guest.ok(meetingPointRoutes.setMeetingPoint, on({ ...pin, meet_at: meetAt }));
    expect(set).toEqual({
      name: 'Left of the stage',
      latitude: 49.18,
      longitude: -2.1,
      meet_at: '2026-06-20T20:30:00.000Z',
      set_by: { id: guest.id, name: guest.name, image: null },
      set_at: new Date(app.clock.now()).toISOString(),
    });
    expect((await host.ok(liveRoutes.getLive, on())).meeting_point).toEqual(set);
    const said = await viewer.socket.seen(`live:${eventId}`, 'meeting_point_changed');
    expect(serverMessages.live.meeting_point_changed.parse(said)).toEqual({ meeting_point: set });
    viewer.disconnect();
    const chat = await host.ok(chatRoutes.listMessages, { params: { eventId }, query: {} });
    expect(chat.messages.map(({ kind, message, sender }) => [kind, message, sender?.id])).toEqual([
      ['meeting_point', 'Left of the stage', guest.id],
    ]);
    const bell = async (person: TestPerson) =>
      (await person.ok(notificationRoutes.listNotifications, { query: {} })).notifications.filter(
        ({ kind }) => kind === 'meeting_point_set',
      ).length;
    expect([await bell(host), await bell(guest)]).toEqual([1, 0]);

    await host.ok(meetingPointRoutes.setMeetingPoint, on({ ...pin, name: 'By the bar' }));
    expect((await guest.ok(liveRoutes.getLive, on())).meeting_point?.name).toBe('By the bar');
  });

  test('is removed by its setter or the creator', async () => {
    const other = await app.signUp();
    await befriend(host, other);
    await host.ok(inviteRoutes.inviteFriends, on({ user_ids: [other.id] }));
    await answer(other, eventId, 'accepted');
    await guest.ok(meetingPointRoutes.setMeetingPoint, on(pin));
    expect(errorOf(await other.call(meetingPointRoutes.removeMeetingPoint, on()))).toEqual([
      403,
      'forbidden',
      MEETING_POINT_TEXTS.mayNotRemove,
    ]);
    await guest.ok(meetingPointRoutes.removeMeetingPoint, on());
    await guest.ok(meetingPointRoutes.setMeetingPoint, on(pin));
    await host.ok(meetingPointRoutes.removeMeetingPoint, on());
    expect((await other.ok(liveRoutes.getLive, on())).meeting_point).toBeNull();
  });

  test('is removed only if it is the one that is meant', async () => {
    const first = await guest.ok(meetingPointRoutes.setMeetingPoint, on(pin));
    app.clock.advance(1);
    const second = await host.ok(meetingPointRoutes.setMeetingPoint, on({ ...pin, name: 'By the bar' }));
    const remove = (by: TestPerson, { set_at }: { set_at: string }) =>
      by.ok(meetingPointRoutes.removeMeetingPoint, { params: { eventId }, query: { set_at } });
    const standing = async () => (await guest.ok(liveRoutes.getLive, on())).meeting_point;
    for (const person of [guest, host]) {
      await remove(person, first);
      expect(await standing()).toEqual(second);
    }
    await remove(host, second);
    expect(await standing()).toBeNull();
  });

  test('cannot be set or removed once the event is over', async () => {
    await host.ok(eventRoutes.cancelEvent, on());
    expect((await host.call(meetingPointRoutes.setMeetingPoint, on(pin))).body.error.code).toBe(
      'event_cancelled',
    );
    eventId = await createEvent(app, host, running(app, { end_time: hoursFromNow(app.clock, -0.5) }));
    expect((await host.call(meetingPointRoutes.setMeetingPoint, on(pin))).body.error.code).toBe(
      'event_ended',
    );
    expect((await host.call(meetingPointRoutes.removeMeetingPoint, on())).body.error.code).toBe(
      'event_ended',
    );
  });
});
