import { randomUUID } from 'node:crypto';
import { DAY_MS, MINUTE_MS } from '@hereabouts/contract/durations';
import { ERROR_TEXTS } from '@hereabouts/contract/errors';
import { chatTopic } from '@hereabouts/contract/realtime';
import { routes } from '@hereabouts/contract/routes';
import { guestOn } from '@hereabouts/testing/access-rows/anonymous';
import {
  arrangeEvent,
  arrangeRunningEvent,
  createWorld,
  eventInput,
  type World,
} from '@hereabouts/testing/access-world';
import { startTestApp } from '@hereabouts/testing/app';
import { block } from '@hereabouts/testing/builders';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

/** Guests without an account: what they may do, and what others see of them. */

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.stop());

const message = (text = 'Hello') => ({ id: randomUUID(), message: text });

test('nobody finds, befriends or opens a guest, not even on the same list', async () => {
  const params = { eventId: await arrangeEvent(world, false) };
  const guest = await guestOn(world, params.eventId, 'Xanthippe');
  const { creator, stranger } = world.people;
  const contacts = await creator.ok(routes.listContacts, { query: { tab: 'discover', search: 'Xanth' } });
  expect(contacts.contacts).toEqual([]);
  for (const person of [creator, stranger, world.people.invited]) {
    expect((await person.call(routes.getUser, { params: { userId: guest.id } })).status).toBe(404);
    const asked = await person.call(routes.sendFriendRequest, { body: { addressee_id: guest.id } });
    const missing = await person.call(routes.sendFriendRequest, { body: { addressee_id: randomUUID() } });
    expect(asked.status).toBe(404);
    expect(asked.body.error.message).toBe(missing.body.error.message);
  }
  const { friends } = await creator.ok(routes.listInvitable, { params, query: { search: 'Xanth' } });
  expect(friends).toEqual([]);
  const other = { eventId: await arrangeEvent(world, true) };
  const invited = await creator.call(routes.inviteFriends, { params: other, body: { user_ids: [guest.id] } });
  expect(invited.status).toBe(403);
  const elsewhere = await creator.call(routes.createEvent, { body: eventInput(world, true, [guest.id]) });
  expect(elsewhere.status).toBe(403);
  // The host can still change the event, with the guest on its list.
  const kept = [world.people.invited.id, world.people.declined.id, guest.id];
  await creator.ok(routes.updateEvent, {
    params,
    body: { ...eventInput(world, false, kept), keep_answers: true },
  });
});

test('the name has a mark wherever others see it, and nobody else has one', async () => {
  const params = { eventId: await arrangeEvent(world, true) };
  const guest = await guestOn(world, params.eventId, 'Yara');
  const marked = { id: guest.id, name: 'Yara', image: null, is_anonymous: true };
  const { creator, invited } = world.people;
  const { invites, host } = await invited.ok(routes.getEvent, { params });
  expect(invites.find(({ user }) => user.id === guest.id)?.user).toEqual(marked);
  const others = invites.filter(({ user }) => user.id !== guest.id);
  expect([host, ...others.map(({ user }) => user)].filter((user) => 'is_anonymous' in user)).toEqual([]);

  const socket = await world.connect(creator);
  await socket.join(chatTopic(params.eventId));
  const sent = await guest.ok(routes.sendMessage, { params, body: message() });
  expect(sent.sender).toEqual(marked);
  expect(await socket.seen(chatTopic(params.eventId), 'message_added')).toMatchObject({ sender: marked });
  await creator.ok(routes.sendMessage, { params, body: message() });
  const { messages } = await creator.ok(routes.listMessages, { params, query: {} });
  expect(messages.map(({ sender }) => sender?.is_anonymous)).toEqual([true, undefined]);
  const again = await guest.ok(routes.sendMessage, { params, body: { id: sent.id, message: 'Hello' } });
  expect(again.sender).toEqual(marked);

  await block(creator, guest);
  const { people } = await creator.ok(routes.listBlocks, { query: {} });
  expect(people.find(({ user }) => user.id === guest.id)?.user).toEqual(marked);
});

test('a guest changes the name and nothing else of the account, downloads the data and deletes it without a password', async () => {
  const params = { eventId: await arrangeEvent(world, true) };
  const guest = await guestOn(world, params.eventId);
  expect((await guest.ok(routes.updateMe, { body: { name: 'Zoë' } })).name).toBe('Zoë');
  for (const body of [
    { image: null },
    { contact_visibility: 'friends' as const },
    { name: 'Z', image: 'x.jpg' },
  ]) {
    const { status, body: answer } = await guest.call(routes.updateMe, { body });
    expect({ status, error: answer.error }).toMatchObject({
      status: 403,
      error: { code: 'account_needed', message: ERROR_TEXTS.account_needed },
    });
  }
  expect((await guest.ok(routes.getMe)).name).toBe('Zoë');
  const data = await guest.ok(routes.downloadData);
  expect(data).toMatchObject({ account: { id: guest.id, is_anonymous: true, email: null }, invites: [{}] });

  // However old the session is.
  await world.context.db.query('update auth.sessions set created_at = $1 where user_id = $2', [
    new Date(world.clock.now() - DAY_MS).toISOString(),
    guest.id,
  ]);
  await guest.ok(routes.deleteAccount, { body: { password: '' } });
  expect((await guest.call(routes.getMe)).status).toBe(401);
  const { invites } = await world.people.creator.ok(routes.getEvent, { params });
  expect(invites.some(({ user }) => user.id === guest.id)).toBe(false);
});

test('a guest who takes part sees the live page and the meeting point, and shares nothing', async () => {
  const params = { eventId: await arrangeRunningEvent(world, true) };
  const guest = await guestOn(world, params.eventId);
  const point = { name: 'Left of the stage', latitude: 49.18, longitude: -2.1, meet_at: null };
  await world.people.creator.ok(routes.setMeetingPoint, { params, body: point });
  const page = await guest.ok(routes.getLive, { params });
  expect(page).toMatchObject({
    may_share: false,
    friends: [],
    sharing: null,
    meeting_point: { name: point.name },
  });
  expect((await world.people.invited.ok(routes.getLive, { params })).may_share).toBe(true);
  const refused = await guest.call(routes.startSharing, { params, body: {} });
  expect(refused.body.error.code).toBe('account_needed');
  expect(await world.context.db.query('select 1 from live_sharing where user_id = $1', [guest.id])).toEqual(
    [],
  );
});

describe('twenty messages a minute', () => {
  test('AUTH-10 over all processes; a stored message counts once, and a friend is not limited', async () => {
    const beside = await startTestApp({}, { beside: world });
    try {
      const params = { eventId: await arrangeEvent(world, true) };
      const guest = await guestOn(world, params.eventId);
      const stored = message();
      await guest.ok(routes.sendMessage, { params, body: stored });
      for (let sent = 1; sent < 20; sent += 1) {
        await guest.ok(routes.sendMessage, { params, body: message() });
        await guest.ok(routes.sendMessage, { params, body: stored });
      }
      const refused = await guest.call(routes.sendMessage, { params, body: message() });
      expect(refused.status).toBe(429);
      expect(Number(refused.headers.get('retry-after'))).toBe(3);
      expect((await guest.call(routes.sendMessage, { params, body: stored })).status).toBe(201);
      const elsewhere = await fetch(`${beside.url}/api/events/${params.eventId}/chat`, {
        method: 'POST',
        headers: { authorization: `Bearer ${guest.token}`, 'content-type': 'application/json' },
        body: JSON.stringify(message()),
      });
      expect(elsewhere.status).toBe(429);
      for (let sent = 0; sent < 25; sent += 1) {
        await world.people.invited.ok(routes.sendMessage, { params, body: message() });
      }
      world.clock.set(world.clock.now() + MINUTE_MS);
      expect((await guest.call(routes.sendMessage, { params, body: message() })).status).toBe(201);
    } finally {
      await beside.stop();
    }
  });
});
