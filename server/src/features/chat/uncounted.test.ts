import { chatRoutes } from '@hereabouts/contract/chat';
import { unreadCount } from '@hereabouts/contract/chat-progress';
import { eventRoutes } from '@hereabouts/contract/events';
import { userTopic } from '@hereabouts/contract/realtime';
import { startTestApp, type TestApp, type TestPerson } from '@hereabouts/testing/app';
import { befriend, block, createEvent, say, unblock } from '@hereabouts/testing/builders';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';

let app: TestApp;
let host: TestPerson;
let anna: TestPerson;
let ben: TestPerson;
let eventId: number;
beforeAll(async () => {
  app = await startTestApp();
});
beforeEach(async () => {
  [host, anna, ben] = [await app.signUp(), await app.signUp(), await app.signUp()];
  for (const guest of [anna, ben]) await befriend(host, guest);
  eventId = await createEvent(app, host, { invitee_ids: [anna.id, ben.id] });
});
afterAll(() => app.stop());

const read = (who: TestPerson, seq: number) =>
  who.ok(chatRoutes.markChatRead, { params: { eventId }, body: { seq } });
/** On the page of the event and on home, which always agree. */
async function unread(who: TestPerson): Promise<number> {
  const { chat } = await who.ok(eventRoutes.getEvent, { params: { eventId } });
  const { events } = await who.ok(eventRoutes.listHome, { query: {} });
  expect(events.find(({ id }) => id === eventId)?.chat).toEqual(chat);
  return unreadCount(chat);
}

describe('CHAT-12 SAFE-01 messages of which nothing is shown are not unread', () => {
  test('hidden by a block, before or after it, they are unread for everybody but the two', async () => {
    for (const who of [host, ben]) await say(who, eventId);
    await block(anna, ben);
    await say(ben, eventId);
    expect([await unread(anna), await unread(host)]).toEqual([1, 2]);
    await read(ben, 3);
    await read(anna, 3);
    await say(anna, eventId);
    expect([await unread(ben), await unread(host)]).toEqual([0, 3]);
    await unblock(anna, ben);
    expect(await unread(ben)).toBe(1);
  });

  test('what has been read counts no more, hidden or not', async () => {
    await block(anna, ben);
    for (const who of [ben, host, ben, host]) await say(who, eventId);
    expect(await unread(anna)).toBe(2);
    expect(await read(anna, 2)).toEqual({ last_seq: 4, read_seq: 2, uncounted: 1 });
    expect(await unread(anna)).toBe(1);
    expect(unreadCount(await read(anna, 4))).toBe(0);
    await say(ben, eventId);
    expect(await unread(anna)).toBe(0);
  });

  test('open pages receive the same counts', async () => {
    await block(anna, ben);
    const [annas, hosts] = [await app.listen(anna), await app.listen(host)];
    await say(ben, eventId);
    const advanced = { event_id: eventId, last_seq: 1 };
    expect(await annas.seen(userTopic(anna.id), 'chat_advanced')).toEqual({ ...advanced, uncounted: 1 });
    expect(await hosts.seen(userTopic(host.id), 'chat_advanced')).toEqual({ ...advanced, uncounted: 0 });
    await say(host, eventId);
    await say(ben, eventId);
    await read(anna, 2);
    expect(await annas.seen(userTopic(anna.id), 'chat_read')).toEqual({
      event_id: eventId,
      read_seq: 2,
      uncounted: 1,
    });
  });
});

describe('CHAT-12 one’s own messages are never unread', () => {
  test('also those sent below what one has not read, until that is read', async () => {
    for (const who of [host, ben]) await say(who, eventId);
    await say(anna, eventId);
    expect([await unread(anna), await unread(host), await unread(ben)]).toEqual([2, 2, 2]);
    await say(ben, eventId);
    await say(anna, eventId);
    expect(await unread(anna)).toBe(3);
    expect(await read(anna, 1)).toEqual({ last_seq: 5, read_seq: 1, uncounted: 2 });
    expect(await read(anna, 2)).toEqual({ last_seq: 5, read_seq: 2, uncounted: 2 });
    expect(await unread(anna)).toBe(1);
    expect(unreadCount(await read(anna, 4))).toBe(0);
    expect(await unread(anna)).toBe(0);
  });

  test('beside hidden ones each is left out once', async () => {
    await block(anna, ben);
    for (const who of [host, ben, anna]) await say(who, eventId);
    expect(await unread(anna)).toBe(1);
    expect(await read(anna, 0)).toEqual({ last_seq: 3, read_seq: 0, uncounted: 2 });
  });

  test('pages on other devices receive the same counts', async () => {
    const annas = await app.listen(anna);
    await say(host, eventId);
    const told = () => annas.received.findLast(({ event }) => event === 'chat_advanced')?.payload;
    await expect.poll(told).toBeDefined();
    await say(anna, eventId);
    app.clock.advance(1_000);
    await expect.poll(told).toEqual({ event_id: eventId, last_seq: 2, uncounted: 1 });
  });
});

describe('CHAT-12 unread counts look at the last hundred messages only (S34)', () => {
  const SAY_SQL = `
    with room as (select id, last_seq from chat_room where event_id = $1), said as (
      insert into chat_message (id, chat_room_id, seq, user_id, message, created_at)
      select gen_random_uuid(), room.id, room.last_seq + n, $2, 'Hello', now() from room, generate_series(1, $3::int) n)
    update chat_room set last_seq = last_seq + $3::int where event_id = $1`;
  const sayMany = (who: TestPerson, count: number) => app.context.db.query(SAY_SQL, [eventId, who.id, count]);

  test('hidden ones of these do not count', async () => {
    await say(host, eventId);
    await sayMany(host, 149);
    expect([await unread(anna), await unread(host)]).toEqual([100, 0]);
    await block(anna, ben);
    await sayMany(ben, 90);
    expect([await unread(anna), await unread(host)]).toEqual([10, 90]);
    await sayMany(ben, 10);
    expect([await unread(anna), await unread(host)]).toEqual([0, 100]);
    expect(unreadCount(await read(anna, 200))).toBe(0);
    await say(host, eventId);
    expect([await unread(anna), await unread(host)]).toEqual([1, 99]);
  });

  test('open pages receive the same', async () => {
    await say(host, eventId);
    await sayMany(host, 200);
    app.clock.advance(5_000);
    const annas = await app.listen(anna);
    await say(ben, eventId);
    const told = () => {
      // The hint before may still be resting.
      app.clock.advance(1_000);
      return annas.received.findLast(({ event }) => event === 'chat_advanced')?.payload;
    };
    await expect.poll(told).toEqual({ event_id: eventId, last_seq: 202, uncounted: 102 });
  });
});
