import { eventRoutes, type EventInput } from '@hereabouts/contract/events';
import { friendshipRoutes } from '@hereabouts/contract/friendships';
import { inviteRoutes } from '@hereabouts/contract/invites';
import { startTestApp, type TestApp, type TestPerson } from '@hereabouts/testing/app';
import { ask, befriend, createEvent, eventInput, hoursFromNow } from '@hereabouts/testing/builders';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const NOBODY = '00000000-0000-4000-8000-000000000000';
const MISSING = 999_999;
const NOT_FOUND = { error: { code: 'not_found', message: 'Not found' } };

const HOST_SEAT = { host_status: 'accepted', host_brings: 0, host_is_waiting: false };
const NOTHING = { places: null, bring_max: 0, my_brings: 0, my_place_in_queue: null, removed_count: 0 };
const MAY = { edit: true, invite: true, respond: true, cancel: true, live: true };
const HOSTS_MAY = { link: true, remove_guests: true, co_hosts: true, announce: true };
let app: TestApp;
let host: TestPerson;
let friend: TestPerson;
let stranger: TestPerson;
beforeAll(async () => {
  app = await startTestApp();
  host = await app.signUp({ name: 'Host' });
  friend = await app.signUp({ name: 'Friend' });
  stranger = await app.signUp({ name: 'Stranger' });
  await befriend(host, friend);
});
afterAll(() => app.stop());

const create = (changes: Partial<EventInput> = {}) =>
  host.call(eventRoutes.createEvent, { body: eventInput(app.clock, changes) });
const get = (viewer: TestPerson, eventId: number) =>
  viewer.call(eventRoutes.getEvent, { params: { eventId } });
const detail = (viewer: TestPerson, eventId: number) =>
  viewer.ok(eventRoutes.getEvent, { params: { eventId } });
const countEvents = async () =>
  (await app.context.db.query<{ count: number }>('select count(*) from events'))[0]?.count;

describe('creating an event', () => {
  test('EVF-11 PERM-01 a visitor is asked to sign in, with the product’s text', async () => {
    const answer = await app.anonymous.call(eventRoutes.createEvent, { body: eventInput(app.clock) });
    expect(answer.status).toBe(401);
    expect(answer.body.error).toEqual({
      code: 'unauthenticated',
      message: 'You must be logged in to create an event',
    });
  });

  test('EVF-11 the problems of a form are named one at a time, in order', async () => {
    const before = await countEvents();
    const form: Partial<EventInput> = {
      title: ' \n ',
      start_time: null,
      end_time: null,
      location_name: ' ',
      location_latitude: null,
      location_longitude: null,
    };
    const [at, later] = [hoursFromNow(app.clock, 1), hoursFromNow(app.clock, 2)];
    const mends: [problem: string, mend: Partial<EventInput>][] = [
      ['Title is required', { title: 'Swim' }],
      ['Start and end times are required', { start_time: at }],
      ['Start and end times are required', { end_time: at }],
      ['End time must be after start time', { start_time: later }],
      ['End time must be after start time', { start_time: at, end_time: later }],
      ['Location name is required', { location_name: 'Havre des Pas' }],
      ['Please select a location on the map', { location_latitude: 49.17 }],
      ['Please select a location on the map', { location_longitude: -2.09 }],
    ];
    for (const [problem, mend] of mends) {
      const answer = await create(form);
      expect([answer.status, answer.body.error.message]).toEqual([400, problem]);
      Object.assign(form, mend);
    }
    expect(await countEvents()).toBe(before);
    expect((await create(form)).status).toBe(201);
  });

  test.each<[string, object]>([
    ['a long title', { title: 'x'.repeat(121) }],
    ['a long description', { description: 'x'.repeat(5_001) }],
    ['a long location name', { location_name: 'x'.repeat(201) }],
    ['a long address', { location_address: 'x'.repeat(301) }],
    ['an invisible title', { title: '\u200b\u3164' }],
    ['an invisible location name', { location_name: '\u2800\u0007' }],
    ['half a surrogate pair in the description', { description: 'a\udc00b' }],
    ['a NUL in the image', { image: 'a\0.png' }],
    ['a latitude off the globe', { location_latitude: 90.1 }],
    ['text for a longitude', { location_longitude: '-2.1' }],
    ['the year 0000', { start_time: '0000-01-01T00:00:00Z' }],
    ['a year of five digits by its offset', { end_time: '9999-12-31T23:59:59-14:00' }],
    ['a time that is none', { start_time: 'tomorrow' }],
    ['an id that is none', { invitee_ids: ['friend'] }],
    ['too many guests', { invitee_ids: Array.from({ length: 1_001 }, () => NOBODY) }],
  ])('EVF-19 DATA-03 %s is refused', async (_, changes) => {
    const answer = await create(changes);
    expect([answer.status, answer.body.error.code]).toEqual([400, 'invalid']);
  });

  test('EVF-16 EVF-14 ERR-03 only accepted friends can be invited; otherwise nothing is saved', async () => {
    await ask(host, stranger);
    const before = await countEvents();
    for (const id of [stranger.id, NOBODY, host.id]) {
      const answer = await create({ invitee_ids: [friend.id, id] });
      expect(answer.status).toBe(403);
      expect(answer.body).toEqual({
        error: { code: 'forbidden', message: 'Only your friends can be invited' },
      });
    }
    expect(await countEvents()).toBe(before);
  });

  test('EVF-14 DATA-03 the event is saved as sent, its creator coming and each friend asked once', async () => {
    const form = eventInput(app.clock, {
      title: '  Sunset swim  ',
      description: 'Line one\nline two',
      start_time: '2026-06-21T20:00:00+01:00',
      end_time: '2026-06-21T21:30:00.250Z',
      is_private: true,
      invitee_ids: [friend.id, friend.id.toUpperCase()],
    });
    const body = { ...form, created_by: stranger.id, id: 1 };
    const answer = await host.call(eventRoutes.createEvent, { body });
    expect(answer.status).toBe(201);
    expect(await detail(host, answer.body.id)).toEqual({
      id: answer.body.id,
      title: 'Sunset swim',
      description: 'Line one\nline two',
      image: null,
      tint: null,
      location_name: form.location_name,
      location_address: form.location_address,
      location_latitude: form.location_latitude,
      location_longitude: form.location_longitude,
      start_time: '2026-06-21T19:00:00.000Z',
      end_time: '2026-06-21T21:30:00.250Z',
      is_private: true,
      created_by: host.id,
      created_at: hoursFromNow(app.clock, 0),
      updated_at: hoursFromNow(app.clock, 0),
      host: { id: host.id, name: 'Host', image: null },
      my_status: 'accepted',
      my_answered_at: hoursFromNow(app.clock, 0),
      is_guest: true,
      has_ended: false,
      is_cancelled: false,
      chat: { last_seq: 0, read_seq: 0, uncounted: 0 },
      is_co_host: false,
      permissions: { ...MAY, ...HOSTS_MAY },
      announcement: null,
      ...HOST_SEAT,
      going_count: 1,
      other_counts: { tentative: 0, declined: 0, pending: 1, waiting: 0 },
      ...NOTHING,
      invites: [
        {
          user: { id: friend.id, name: 'Friend', image: null },
          status: 'pending',
          is_co_host: false,
          brings: 0,
          is_waiting: false,
        },
      ],
    });
  });

  test('EVF-17 an event needs neither image nor guests', async () => {
    const id = await createEvent(app, host);
    expect(await detail(host, id)).toMatchObject({ image: null, invites: [] });
  });

  test('PERM-02 STOR-01 the image is an upload of the creator’s own', async () => {
    const addUpload = (path: string, owner: TestPerson) =>
      app.context.db.query(
        `insert into uploads (path, owner_id, content_type, width, height, bytes, created_at)
         values ($1, $2, 'image/png', 1, 1, 1, $3)`,
        [path, owner.id, hoursFromNow(app.clock, 0)],
      );
    await addUpload('own.png', host);
    await addUpload('other.png', friend);
    for (const image of ['other.png', 'missing.png']) {
      const answer = await create({ image });
      expect([answer.status, answer.body.error.message]).toEqual([400, 'Please upload the image again']);
    }
    const created = await create({ image: 'own.png' });
    expect(await detail(host, created.body.id)).toMatchObject({ image: 'own.png' });
  });
});

describe('one event', () => {
  test('PERM-01 PERM-05 anonymous visitors see none', async () => {
    const eventId = await createEvent(app, host);
    expect((await app.anonymous.call(eventRoutes.getEvent, { params: { eventId } })).status).toBe(401);
    expect((await app.anonymous.call(eventRoutes.listHome)).status).toBe(401);
  });

  test('PERM-05 a private event answers an outsider exactly as a missing one, whatever is asked', async () => {
    const eventId = await createEvent(app, host, { is_private: true, invitee_ids: [friend.id] });
    const form = { ...eventInput(app.clock), keep_answers: true };
    const asks: ((id: number) => ReturnType<TestPerson['call']>)[] = [
      (id) => get(stranger, id),
      (id) => stranger.call(eventRoutes.updateEvent, { params: { eventId: id }, body: form }),
      (id) => stranger.call(inviteRoutes.listInvitable, { params: { eventId: id } }),
      (id) =>
        stranger.call(inviteRoutes.inviteFriends, { params: { eventId: id }, body: { user_ids: [NOBODY] } }),
      (id) =>
        stranger.call(inviteRoutes.respondToInvite, {
          params: { eventId: id },
          body: { status: 'accepted' },
        }),
    ];
    for (const [at, askFor] of asks.entries()) {
      const [hidden, missing] = [await askFor(eventId), await askFor(MISSING)];
      expect([at, hidden.status, hidden.body]).toEqual([at, 404, NOT_FOUND]);
      expect([missing.status, missing.body]).toEqual([404, NOT_FOUND]);
    }
    const headers = { authorization: `Bearer ${stranger.token}` };
    const impossible = await fetch(`${app.url}/api/events/one`, { headers });
    expect([impossible.status, await impossible.json()]).toEqual([404, NOT_FOUND]);
    expect((await detail(friend, eventId)).title).toBe('Beach bonfire');
  });

  test('EVD-08 EVD-13 RSVP-02 the invited are listed by name without the host', async () => {
    const people: TestPerson[] = [];
    for (const name of ['zoe', 'Anna', 'ben']) {
      const person = await app.signUp({ name });
      await befriend(person, host);
      people.push(person);
    }
    const [zoe, anna, ben] = people as [TestPerson, TestPerson, TestPerson];
    const eventId = await createEvent(app, host, { invitee_ids: people.map((person) => person.id) });
    const params = { eventId };
    await ben.ok(inviteRoutes.respondToInvite, { params, body: { status: 'tentative' } });
    await zoe.ok(inviteRoutes.respondToInvite, { params, body: { status: 'declined' } });
    const event = await detail(anna, eventId);
    expect(event.host).toEqual({ id: host.id, name: 'Host', image: null });
    expect(event.invites.map((invite) => [invite.user.name, invite.status])).toEqual([
      ['Anna', 'pending'],
      ['ben', 'tentative'],
      ['zoe', 'declined'],
    ]);
    expect(event).toMatchObject({ my_status: 'pending', is_guest: true });
  });

  test('EVD-06 EVD-09 PERM-04 permissions are given per role, before and after the end', async () => {
    const eventId = await createEvent(app, host, { invitee_ids: [friend.id] });
    const guestsOf = async () =>
      Promise.all(
        [host, friend, stranger].map(async (viewer) => {
          const { is_guest, has_ended, permissions } = await detail(viewer, eventId);
          return [is_guest, has_ended, permissions.edit, permissions.invite, permissions.respond];
        }),
      );
    expect(await guestsOf()).toEqual([
      [true, false, true, true, true],
      [true, false, false, false, true],
      [false, false, false, false, false],
    ]);
    const end = hoursFromNow(app.clock, 0);
    await app.context.db.query('update events set start_time = $2, end_time = $3 where id = $1', [
      eventId,
      hoursFromNow(app.clock, -1),
      end,
    ]);
    expect((await detail(host, eventId)).has_ended).toBe(false);
    app.clock.advance(1);
    expect(await guestsOf()).toEqual([
      [true, true, true, false, false],
      [true, true, false, false, false],
      [false, true, false, false, false],
    ]);
  });

  test('RSVP-04 EVD-06 a creator without an invite is a guest without an answer', async () => {
    const eventId = await createEvent(app, host);
    await app.context.db.query('delete from event_invites where event_id = $1', [eventId]);
    expect(await detail(host, eventId)).toMatchObject({ my_status: null, is_guest: true, invites: [] });
  });

  test('EVF-16 who was unfriended keeps the invite and sees the event', async () => {
    const former = await app.signUp();
    const friendshipId = await befriend(host, former);
    const eventId = await createEvent(app, host, { is_private: true, invitee_ids: [former.id] });
    await former.ok(friendshipRoutes.deleteFriendship, { params: { friendshipId } });
    expect(await detail(former, eventId)).toMatchObject({ my_status: 'pending' });
  });
});
