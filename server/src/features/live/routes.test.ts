import { blockRoutes } from '@hereabouts/contract/blocks';
import { chatRoutes } from '@hereabouts/contract/chat';
import { eventRoutes, type EventInput } from '@hereabouts/contract/events';
import { inviteRoutes } from '@hereabouts/contract/invites';
import { BEACON_PAUSE_MS, LIVE_TEXTS, liveRoutes } from '@hereabouts/contract/live';
import { BEACON_COLOURS } from '@hereabouts/contract/beacon';
import { notificationRoutes } from '@hereabouts/contract/notifications';
import { userTopic } from '@hereabouts/contract/realtime';
import { serverMessages } from '@hereabouts/contract/schemas/realtime-messages';
import { startTestApp, type TestApp, type TestPerson } from '@hereabouts/testing/app';
import { befriend, createEvent, eventInput, hoursFromNow } from '@hereabouts/testing/builders';
import { lookOn } from '@hereabouts/testing/live';
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

const running = (changes: Partial<EventInput> = {}): Partial<EventInput> => ({
  start_time: hoursFromNow(app.clock, -1),
  end_time: hoursFromNow(app.clock, 0.2),
  invitee_ids: [guest.id],
  ...changes,
});
const on = <B>(body?: B) => ({ params: { eventId }, ...(body !== undefined && { body }) }) as any;
const answer = (person: TestPerson, status: 'accepted' | 'declined' | 'tentative') =>
  person.ok(inviteRoutes.respondToInvite, { params: { eventId }, body: { status } });
const errorOf = (result: { status: number; body: { error: { code: string; message: string } } }) => [
  result.status,
  result.body.error.code,
  result.body.error.message,
];
const pin = { name: ' Left of the stage ', latitude: 49.18, longitude: -2.1, meet_at: null };

beforeEach(async () => {
  [host, guest, stranger] = [await app.signUp(), await app.signUp(), await app.signUp()];
  await befriend(host, guest);
  eventId = await createEvent(app, host, running());
  await answer(guest, 'accepted');
});

describe('LIVE-05 LIVE-06 the live page', () => {
  test('shows the friends who take part, by name, and who of them shares', async () => {
    const [zoe, adam, maybe, asked, away] = [
      await app.signUp({ name: 'Zoe' }),
      await app.signUp({ name: 'adam' }),
      await app.signUp({ name: 'Bea' }),
      await app.signUp(),
      await app.signUp(),
    ];
    for (const person of [zoe, adam, maybe, asked, away]) await befriend(host, person);
    for (const person of [zoe, adam, maybe]) await befriend(guest, person);
    await host.ok(
      inviteRoutes.inviteFriends,
      on({ user_ids: [zoe, adam, maybe, asked, away].map(({ id }) => id) }),
    );
    for (const person of [zoe, adam]) await answer(person, 'accepted');
    await answer(maybe, 'tentative');
    await answer(away, 'declined');
    await zoe.ok(liveRoutes.startSharing, on());

    const page = await guest.ok(liveRoutes.getLive, on());
    expect(page.friends.map(({ user, is_sharing }) => [user.name, is_sharing])).toEqual([
      ['adam', false],
      ['Bea', false],
      [host.name, false],
      ['Zoe', true],
    ]);
    expect(page).toMatchObject({
      event: { id: eventId, title: 'Beach bonfire', is_cancelled: false },
      may_share: true,
      is_creator: false,
      meeting_point: null,
      sharing: null,
      now: new Date(app.clock.now()).toISOString(),
    });
    await guest.ok(blockRoutes.blockUser, { params: { userId: zoe.id } });
    const names = (await guest.ok(liveRoutes.getLive, on())).friends.map(({ user }) => user.name);
    expect(names).toEqual(['adam', 'Bea', host.name]);
  });

  test('is one statement', async () => {
    const { db } = app.context;
    const query = db.query;
    const asked: unknown[] = [];
    (db as { query: unknown }).query = (...args: Parameters<typeof query>) => {
      asked.push(args[0]);
      return query.apply(db, args);
    };
    try {
      await guest.ok(liveRoutes.getLive, on());
    } finally {
      (db as { query: unknown }).query = query;
    }
    expect(asked.filter((text) => String(text).includes('event_invites'))).toHaveLength(1);
  });

  test('stands before the start and after the end, when nobody can share', async () => {
    eventId = await createEvent(app, host, {
      start_time: hoursFromNow(app.clock, 1 / 60),
      end_time: hoursFromNow(app.clock, 2 / 60),
    });
    const mayShare = async () => (await host.ok(liveRoutes.getLive, on())).may_share;
    expect(await mayShare()).toBe(false);
    app.clock.advance(60_000);
    expect(await mayShare()).toBe(true);
    app.clock.advance(60_000);
    expect(await mayShare()).toBe(true);
    app.clock.advance(1);
    expect(await mayShare()).toBe(false);
  });

  test('is for those who take part', async () => {
    const refused = [403, 'forbidden', LIVE_TEXTS.notParticipant];
    expect(errorOf(await stranger.call(liveRoutes.getLive, on()))).toEqual(refused);
    await answer(guest, 'declined');
    expect(errorOf(await guest.call(liveRoutes.getLive, on()))).toEqual(refused);
  });
});

describe('LIVE-01 sharing', () => {
  test('is off until one switches it on, for this event and this session', async () => {
    expect((await host.ok(liveRoutes.listSharing)).sharing).toEqual([]);
    const sharing = await host.ok(liveRoutes.startSharing, on());
    expect(sharing).toEqual({
      event: { id: eventId, title: 'Beach bonfire', end_time: hoursFromNow(app.clock, 0.2) },
      started_at: new Date(app.clock.now()).toISOString(),
      until: hoursFromNow(app.clock, 0.2),
      friend_count: 1,
      is_this_device: true,
    });
    expect((await host.ok(liveRoutes.listSharing)).sharing).toEqual([sharing]);
    expect((await host.ok(liveRoutes.getLive, on())).sharing).toEqual(sharing);
    await host.signInAgain();
    expect((await host.ok(liveRoutes.listSharing)).sharing).toEqual([{ ...sharing, is_this_device: false }]);
    expect((await guest.ok(liveRoutes.listSharing)).sharing).toEqual([]);
    await host.ok(liveRoutes.stopSharing, on());
    await host.ok(liveRoutes.stopSharing, on());
    expect((await host.ok(liveRoutes.listSharing)).sharing).toEqual([]);
  });

  test('is refused before the start, after the end and once cancelled', async () => {
    const refused = [409, 'event_not_running', LIVE_TEXTS.notRunning];
    eventId = await createEvent(app, host);
    expect(errorOf(await host.call(liveRoutes.startSharing, on()))).toEqual(refused);
    eventId = await createEvent(app, host, running({ end_time: hoursFromNow(app.clock, -0.5) }));
    expect(errorOf(await host.call(liveRoutes.startSharing, on()))).toEqual(refused);
    eventId = await createEvent(app, host, running());
    await host.ok(eventRoutes.cancelEvent, on());
    expect(errorOf(await host.call(liveRoutes.startSharing, on()))).toEqual(refused);
  });

  test('is for those who take part and not for a creator who answered Not Going', async () => {
    const refused = [403, 'forbidden', LIVE_TEXTS.mayNotShare];
    expect(errorOf(await stranger.call(liveRoutes.startSharing, on()))).toEqual(refused);
    await answer(host, 'declined');
    expect(errorOf(await host.call(liveRoutes.startSharing, on()))).toEqual(refused);
    expect((await host.ok(liveRoutes.getLive, on())).may_share).toBe(false);
  });

  test('ends with an answer, a reset of the answers and new times, and is not restored by itself', async () => {
    const isSharing = async () => (await guest.ok(liveRoutes.listSharing)).sharing.length > 0;
    const update = (changes: object) =>
      host.ok(
        eventRoutes.updateEvent,
        on({ ...eventInput(app.clock, running()), keep_answers: true, ...changes }),
      );
    const start = async () => {
      await guest.ok(liveRoutes.startSharing, on());
      expect(await isSharing()).toBe(true);
    };
    await start();
    await update({ title: 'Another name' });
    expect(await isSharing()).toBe(true);
    await answer(guest, 'declined');
    expect(await isSharing()).toBe(false);
    await answer(guest, 'tentative');
    expect(await isSharing()).toBe(false);
    await start();
    await update({ keep_answers: false });
    await answer(guest, 'accepted');
    expect(await isSharing()).toBe(false);
    await start();
    await update({ start_time: hoursFromNow(app.clock, 0.1) });
    await update({});
    expect(await isSharing()).toBe(false);
  });
});

describe('LIVE-09 the meeting point', () => {
  test('is set by any participant in place of the last, and shows on the page, in the chat and the bell', async () => {
    await stranger.signInAgain();
    expect(errorOf(await stranger.call(liveRoutes.setMeetingPoint, on(pin)))).toEqual([
      403,
      'forbidden',
      LIVE_TEXTS.notParticipant,
    ]);
    const blank = await guest.call(liveRoutes.setMeetingPoint, on({ ...pin, name: '  ' }));
    expect(errorOf(blank)).toEqual([400, 'invalid', LIVE_TEXTS.noMeetingPoint]);

    const viewer = await lookOn(app, host, eventId);
    const meetAt = '2026-06-20T21:30:00+01:00';
    const set = await guest.ok(liveRoutes.setMeetingPoint, on({ ...pin, meet_at: meetAt }));
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

    await host.ok(liveRoutes.setMeetingPoint, on({ ...pin, name: 'By the bar' }));
    expect((await guest.ok(liveRoutes.getLive, on())).meeting_point?.name).toBe('By the bar');
  });

  test('is removed by its setter or the creator', async () => {
    const other = await app.signUp();
    await befriend(host, other);
    await host.ok(inviteRoutes.inviteFriends, on({ user_ids: [other.id] }));
    await answer(other, 'accepted');
    await guest.ok(liveRoutes.setMeetingPoint, on(pin));
    expect(errorOf(await other.call(liveRoutes.removeMeetingPoint, on()))).toEqual([
      403,
      'forbidden',
      LIVE_TEXTS.mayNotRemove,
    ]);
    await guest.ok(liveRoutes.removeMeetingPoint, on());
    await guest.ok(liveRoutes.setMeetingPoint, on(pin));
    await host.ok(liveRoutes.removeMeetingPoint, on());
    expect((await other.ok(liveRoutes.getLive, on())).meeting_point).toBeNull();
  });

  test('cannot be set or removed once the event is over', async () => {
    await host.ok(eventRoutes.cancelEvent, on());
    expect((await host.call(liveRoutes.setMeetingPoint, on(pin))).body.error.code).toBe('event_cancelled');
    eventId = await createEvent(app, host, running({ end_time: hoursFromNow(app.clock, -0.5) }));
    expect((await host.call(liveRoutes.setMeetingPoint, on(pin))).body.error.code).toBe('event_ended');
    expect((await host.call(liveRoutes.removeMeetingPoint, on())).body.error.code).toBe('event_ended');
  });
});

describe('FIND-02 beacon', () => {
  const beacon = (from: TestPerson, to: TestPerson) =>
    from.call(liveRoutes.lightBeacon, on({ user_id: to.id }));
  const listen = async (person: TestPerson) => {
    const onlooker = await lookOn(app, person, eventId);
    await onlooker.socket.join(userTopic(person.id));
    return onlooker;
  };

  test('fills the screens of both with one colour, on every device', async () => {
    const devices = [await listen(host), await listen(host), await listen(guest)];
    const sent = await beacon(host, guest);
    expect(sent.status).toBe(200);
    expect(BEACON_COLOURS).toContain(sent.body.colour);
    expect(sent.body).toMatchObject({ user: { id: guest.id }, is_mine: true });
    const [first, second, theirs] = await Promise.all(
      devices.map(async ({ socket }, index) => {
        const person = index < 2 ? host : guest;
        return serverMessages.user.flash.parse(await socket.seen(userTopic(person.id), 'flash'));
      }),
    );
    for (const { disconnect } of devices) disconnect();
    expect(first).toEqual(sent.body);
    expect(second).toEqual(sent.body);
    expect(theirs).toEqual({
      ...sent.body,
      user: { id: host.id, name: host.name, image: null },
      is_mine: false,
    });
  });

  test('is for friends who take part while the event runs, once in a while', async () => {
    const refused = [403, 'forbidden', LIVE_TEXTS.notYourFriend];
    expect((await beacon(stranger, host)).body.error.message).toBe(LIVE_TEXTS.notParticipant);
    expect(errorOf(await beacon(host, stranger))).toEqual(refused);
    expect(errorOf(await beacon(host, host))).toEqual(refused);
    const nobody = { ...stranger, id: '00000000-0000-4000-8000-000000000000' };
    expect(errorOf(await beacon(host, nobody))).toEqual(refused);

    expect((await beacon(host, guest)).status).toBe(200);
    const { body: tooSoon, headers } = await beacon(guest, host);
    expect(tooSoon.error.code).toBe('rate_limited');
    expect(Number(headers.get('retry-after')) * 1_000).toBe(BEACON_PAUSE_MS);
    app.clock.advance(BEACON_PAUSE_MS);
    expect((await beacon(guest, host)).status).toBe(200);
    app.clock.advance(BEACON_PAUSE_MS);
    await answer(guest, 'declined');
    expect(errorOf(await beacon(host, guest))).toEqual(refused);

    eventId = await createEvent(app, host, { invitee_ids: [guest.id] });
    await answer(guest, 'accepted');
    expect(errorOf(await beacon(host, guest))).toEqual([409, 'event_not_running', LIVE_TEXTS.notRunning]);
  });
});
