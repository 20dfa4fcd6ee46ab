import { BEACON_COLOURS } from '@hereabouts/contract/beacon';
import { inviteRoutes } from '@hereabouts/contract/invites';
import { BEACON_PAUSE_MS, LIVE_TEXTS, liveRoutes } from '@hereabouts/contract/live';
import { userTopic } from '@hereabouts/contract/realtime';
import { serverMessages } from '@hereabouts/contract/schemas/realtime-messages';
import { sharingRoutes } from '@hereabouts/contract/sharing';
import { startTestApp, type TestApp, type TestPerson } from '@hereabouts/testing/app';
import { answer, befriend, block, createEvent, hoursFromNow } from '@hereabouts/testing/builders';
import { lookOn } from '@hereabouts/testing/live';
import { arrangeScene } from '@hereabouts/testing/live-scene';
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
    for (const person of [zoe, adam]) await answer(person, eventId, 'accepted');
    await answer(maybe, eventId, 'tentative');
    await answer(away, eventId, 'declined');
    await zoe.ok(sharingRoutes.startSharing, on());

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
    await block(guest, zoe);
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
    await answer(guest, eventId, 'declined');
    expect(errorOf(await guest.call(liveRoutes.getLive, on()))).toEqual(refused);
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
    await answer(guest, eventId, 'declined');
    expect(errorOf(await beacon(host, guest))).toEqual(refused);

    eventId = await createEvent(app, host, { invitee_ids: [guest.id] });
    await answer(guest, eventId, 'accepted');
    expect(errorOf(await beacon(host, guest))).toEqual([409, 'event_not_running', LIVE_TEXTS.notRunning]);
  });
});
