import { randomUUID } from 'node:crypto';
import { HOUR_MS } from '@hereabouts/contract/durations';
import { CHAT_TEXTS, CHAT_PAGE, chatRoutes } from '@hereabouts/contract/chat';
import { EVENT_TEXTS } from '@hereabouts/contract/event-texts';
import { eventRoutes } from '@hereabouts/contract/events';
import { guestRemovalRoutes } from '@hereabouts/contract/guest-removals';
import { inviteRoutes } from '@hereabouts/contract/invites';
import { MESSAGE_MAX } from '@hereabouts/contract/limits';
import { startTestApp, type TestApp, type TestPerson } from '@hereabouts/testing/app';
import { befriend, createEvent } from '@hereabouts/testing/builders';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { hiddenMessage } from './policy.ts';

const MISSING = 987_654_321;
const NOT_FOUND = { error: { code: 'not_found', message: 'Not found' } };

let app: TestApp;
let host: TestPerson;
let guest: TestPerson;
let stranger: TestPerson;
let eventId: number;
beforeAll(async () => {
  app = await startTestApp();
  [host, guest, stranger] = [
    await app.signUp({ name: 'Host' }),
    await app.signUp({ name: 'Guest' }),
    await app.signUp(),
  ];
  await befriend(host, guest);
});
beforeEach(async () => {
  eventId = await createEvent(app, host, { is_private: true, invitee_ids: [guest.id] });
});
afterAll(() => app.stop());

const params = () => ({ params: { eventId } });
const send = (person: TestPerson, message: string, id: string = randomUUID()) =>
  person.call(chatRoutes.sendMessage, { ...params(), body: { id, message } });
const open = (person: TestPerson, query: { before?: number; after?: number; limit?: number } = {}) =>
  person.ok(chatRoutes.listMessages, { ...params(), query });
const markRead = (person: TestPerson, seq: number) =>
  person.call(chatRoutes.markChatRead, { ...params(), body: { seq } });
const answer = (person: TestPerson, status: 'accepted' | 'declined' | 'tentative') =>
  person.ok(inviteRoutes.respondToInvite, { ...params(), body: { status } });
const textsOf = (messages: readonly { message: string }[]) => messages.map(({ message }) => message);
/** Each of the three calls a chat takes. */
const everyCall = (person: TestPerson) => [
  person.call(chatRoutes.listMessages, params()),
  send(person, 'Hello'),
  markRead(person, 1),
];

test('OPS-11 a message that was written under another epoch is refused, under this one it is stored', async () => {
  const write = (epoch: string) =>
    host.call(chatRoutes.sendMessage, { ...params(), body: { id: randomUUID(), message: epoch, epoch } });
  const { status, body } = await write(randomUUID());
  expect([status, body]).toMatchObject([
    409,
    { error: { code: 'conflict', fields: { epoch: expect.stringContaining('restored') } } },
  ]);
  expect((await write(app.context.epoch)).status).toBe(201);
  expect(textsOf((await open(host)).messages)).toEqual([app.context.epoch]);
});

describe('who may not', () => {
  test('CHAT-11 PERM-01 anonymous visitors are asked to sign in', async () => {
    const answers = await Promise.all(everyCall(app.anonymous as TestPerson));
    expect(answers.map(({ status }) => status)).toEqual([401, 401, 401]);
  });

  test('CHAT-11 PERM-05 to outsiders the chat of a private event is like that of none', async () => {
    const hidden = await Promise.all(everyCall(stranger));
    eventId = MISSING;
    const missing = await Promise.all(everyCall(stranger));
    for (const { status, body } of [...hidden, ...missing]) expect([status, body]).toEqual([404, NOT_FOUND]);
  });

  test('CHAT-11 a guest who declined is asked to change the answer, and can chat after that', async () => {
    await send(guest, 'See you there');
    await answer(guest, 'declined');
    for (const { status, body } of await Promise.all(everyCall(guest))) {
      expect([status, body.error]).toEqual([403, { code: 'forbidden', message: CHAT_TEXTS.declined }]);
    }
    await answer(guest, 'tentative');
    expect(textsOf((await open(guest)).messages)).toEqual(['See you there']);
  });

  test('CHAT-11 a viewer of a public event without an invite reads that the chat is for guests', async () => {
    eventId = await createEvent(app, host, { is_private: false });
    for (const { status, body } of await Promise.all(everyCall(stranger))) {
      expect([status, body.error]).toEqual([403, { code: 'forbidden', message: CHAT_TEXTS.notGuest }]);
    }
  });

  test('CHAT-11 a creator who declined goes on chatting; who is taken off the list does not', async () => {
    await answer(host, 'declined');
    expect((await send(host, 'Cannot come myself')).status).toBe(201);
    const { invites: _, ...event } = await host.ok(eventRoutes.getEvent, params());
    await host.ok(eventRoutes.updateEvent, {
      ...params(),
      body: { ...event, invitee_ids: [], keep_answers: true },
    });
    expect((await send(guest, 'Me neither')).body).toEqual(NOT_FOUND);
  });
});

test('CHAT-04 a message is trimmed; blank, too long and unstorable ones are refused', async () => {
  const problems = [
    ['  \n\t ', CHAT_TEXTS.blank],
    ['x'.repeat(MESSAGE_MAX + 1), CHAT_TEXTS.tooLong],
    ['half \ud83d', 'This text has a character that cannot be stored'],
  ] as const;
  for (const [message, text] of problems) {
    const { status, body } = await send(guest, message);
    expect([status, body.error.code, body.error.message]).toEqual([400, 'invalid', text]);
  }
  expect((await send(guest, 'Hello', 'not-a-uuid')).status).toBe(400);
  const longest = 'é'.repeat(MESSAGE_MAX);
  expect((await send(guest, ` \n${longest} `)).body.message).toBe(longest);
  expect((await open(guest)).last_seq).toBe(1);
});

test('CHAT-10 a page has either a beginning or an end', async () => {
  const query = { before: 3, after: 1 };
  expect((await host.call(chatRoutes.listMessages, { ...params(), query })).status).toBe(400);
  expect((await host.call(chatRoutes.listMessages, { ...params(), query: { before: -1 } })).status).toBe(400);
});

test('CHAT-01 CHAT-02 CHAT-03 the chat has its event, and messages with their sender in order', async () => {
  const event = { id: eventId, title: 'Beach bonfire', is_cancelled: false };
  expect(await open(guest)).toEqual({ event, messages: [], has_more: false, last_seq: 0, read_seq: 0 });
  const first = await send(host, ' Who brings wood? ');
  const second = await send(guest, 'I do');
  expect(first).toMatchObject({
    status: 201,
    body: {
      seq: 1,
      kind: 'text',
      message: 'Who brings wood?',
      created_at: new Date(app.clock.now()).toISOString(),
      sender: { id: host.id, name: 'Host', image: null },
    },
  });
  const page = await open(guest);
  expect(page.messages).toEqual([first.body, second.body]);
  expect([page.last_seq, page.has_more]).toEqual([2, false]);
});

test('CHAT-07 two who open a chat at the same time find one room', async () => {
  await Promise.all([host, guest, host, guest].map((person) => open(person)));
  await Promise.all([send(host, 'a'), open(guest), send(guest, 'b')]);
  const rooms = await app.context.db.query('select last_seq from chat_room where event_id = $1', [eventId]);
  expect(rooms).toEqual([{ last_seq: 2 }]);
});

test('CHAT-07 a first message finds its room, also at the same time as the first open', async () => {
  const sent = await Promise.all(
    Array.from({ length: 8 }, (_, index) => [send(host, `h${index}`), send(guest, `g${index}`)]).flat(),
  );
  expect(sent.map(({ status }) => status)).toEqual(Array.from({ length: 16 }, () => 201));
  const { messages } = await open(guest);
  expect(messages.map(({ seq }) => seq)).toEqual(Array.from({ length: 16 }, (_, index) => index + 1));
  expect(messages).toEqual(sent.map(({ body }) => body).toSorted((a, b) => a.seq - b.seq));
});

test('CHAT-09 a message sent again is stored once, also at the same time and with other words', async () => {
  const id = randomUUID();
  const first = await send(guest, 'Once', id);
  const again = await Promise.all([send(guest, 'Once', id), send(guest, 'Twice', id)]);
  for (const { status, body } of again) expect([status, body]).toEqual([201, first.body]);
  const twin = randomUUID();
  const twins = await Promise.all([send(host, 'Same', twin), send(host, 'Same', twin), send(guest, 'Other')]);
  expect(twins.map(({ status }) => status)).toEqual([201, 201, 201]);
  expect(twins[1]?.body).toEqual(twins[0]?.body);
  expect((await open(guest)).last_seq).toBe(3);
});

test('CHAT-10 long histories are read in pages going back and going on', async () => {
  for (let n = 1; n <= 12; n++) await send(n % 2 ? host : guest, `m${n}`);
  const latest = await open(guest, { limit: 5 });
  expect(textsOf(latest.messages)).toEqual(['m8', 'm9', 'm10', 'm11', 'm12']);
  expect([latest.has_more, latest.last_seq]).toEqual([true, 12]);
  const older = await open(guest, { before: 8, limit: 5 });
  expect(textsOf(older.messages)).toEqual(['m3', 'm4', 'm5', 'm6', 'm7']);
  const oldest = await open(guest, { before: 3, limit: 5 });
  expect([textsOf(oldest.messages), oldest.has_more]).toEqual([['m1', 'm2'], false]);
  const newer = await open(guest, { after: 8, limit: 3 });
  expect([textsOf(newer.messages), newer.has_more]).toEqual([['m9', 'm10', 'm11'], true]);
  const newest = await open(guest, { after: 11, limit: 3 });
  expect([textsOf(newest.messages), newest.has_more]).toEqual([['m12'], false]);
  for (const place of [{ before: 1 }, { after: 12 }, { after: 99 }]) {
    expect(await open(guest, place)).toMatchObject({ messages: [], has_more: false });
  }
});

test('CHAT-10 a page has fifty messages', async () => {
  const sql = `with room as (insert into chat_room (event_id, last_seq, created_at) values ($1, 60, $3) returning id)
    insert into chat_message (id, chat_room_id, seq, user_id, message, created_at)
    select gen_random_uuid(), room.id, n, $2, 'm' || n, $3 from room, generate_series(1, 60) n`;
  await app.context.db.query(sql, [eventId, guest.id, new Date(app.clock.now()).toISOString()]);
  const page = await open(host);
  expect([page.messages.length, page.messages[0]?.message, page.has_more]).toEqual([CHAT_PAGE, 'm11', true]);
});

describe('CHAT-12 how far one has read', () => {
  test('it only grows, to the end of the log at most, and each has their own', async () => {
    for (const text of ['a', 'b', 'c']) await send(host, text);
    const seen = async (seq: number) => (await markRead(guest, seq)).body;
    expect(await seen(2)).toEqual({ last_seq: 3, read_seq: 2, uncounted: 0 });
    expect(await seen(1)).toEqual({ last_seq: 3, read_seq: 2, uncounted: 0 });
    expect(await seen(99)).toEqual({ last_seq: 3, read_seq: 3, uncounted: 0 });
    await send(host, 'd');
    expect(await seen(0)).toEqual({ last_seq: 4, read_seq: 3, uncounted: 0 });
    expect((await open(guest)).read_seq).toBe(3);
    expect((await host.ok(eventRoutes.getEvent, params())).chat).toEqual({
      last_seq: 4,
      read_seq: 4,
      uncounted: 0,
    });
    expect((await guest.ok(eventRoutes.getEvent, params())).chat).toEqual({
      last_seq: 4,
      read_seq: 3,
      uncounted: 0,
    });
  });

  test('nobody has read anything of an empty chat', async () => {
    expect((await markRead(guest, 5)).body).toEqual({ last_seq: 0, read_seq: 0, uncounted: 0 });
    await send(host, 'First');
    expect((await open(guest)).read_seq).toBe(0);
  });

  test('sending marks as read unless earlier messages are unread', async () => {
    await send(host, 'a');
    await Promise.all([send(host, 'b'), send(host, 'c')]);
    expect((await open(host)).read_seq).toBe(3);
    await send(guest, 'd');
    expect((await open(guest)).read_seq).toBe(0);
    await markRead(guest, 4);
    await Promise.all([send(guest, 'e'), send(guest, 'f'), send(guest, 'g')]);
    expect((await open(guest)).read_seq).toBe(7);
  });
});

describe('another’s words', () => {
  test('SAFE-01 words of a blocked person leave only a number of the log, both ways (S12)', async () => {
    const other = await app.signUp({ name: 'Other' });
    await befriend(host, other);
    eventId = await createEvent(app, host, { invitee_ids: [guest.id, other.id] });
    const [mine, theirs] = [await send(guest, 'Mine'), await send(other, 'Theirs')];
    await app.context.db.query(
      `insert into blocks (user_id, other_id, is_blocker, created_at) values ($1, $2, true, $3), ($2, $1, false, $3)`,
      [guest.id, other.id, new Date(app.clock.now()).toISOString()],
    );
    expect((await open(guest)).messages).toEqual([mine.body, hiddenMessage({ seq: 2 })]);
    expect((await open(other)).messages).toEqual([hiddenMessage({ seq: 1 }), theirs.body]);
    for (const { id, created_at } of [mine.body, theirs.body]) {
      const [hiddenFrom] = id === mine.body.id ? [other] : [guest];
      const page = JSON.stringify((await open(hiddenFrom)).messages.filter(({ kind }) => kind === 'hidden'));
      expect([page.includes(id), page.includes(created_at)]).toEqual([false, false]);
    }
    expect((await open(host)).messages).toEqual([mine.body, theirs.body]);
    expect((await send(other, 'Anybody?')).body.seq).toBe(3);
  });

  test('CHAT-02 words of a deleted account stay, without a sender', async () => {
    const leaver = await app.signUp();
    await befriend(host, leaver);
    eventId = await createEvent(app, host, { invitee_ids: [leaver.id] });
    await send(leaver, 'Goodbye');
    await app.context.db.query('delete from users where id = $1', [leaver.id]);
    const page = await open(host);
    expect(page.messages).toMatchObject([{ seq: 1, kind: 'text', message: 'Goodbye', sender: null }]);
    expect((await send(leaver, 'Still here?')).status).toBeGreaterThanOrEqual(401);
  });
});

describe('conflict', () => {
  test('CHAT-09 the id of another’s message, or of one elsewhere, is taken', async () => {
    const id = randomUUID();
    await send(host, 'Mine', id);
    const taken = { code: 'conflict', message: CHAT_TEXTS.idTaken };
    const theirs = await send(guest, 'Mine', id);
    expect([theirs.status, theirs.body.error]).toEqual([409, taken]);
    eventId = await createEvent(app, host);
    const elsewhere = await send(host, 'Mine', id);
    expect([elsewhere.status, elsewhere.body.error]).toEqual([409, taken]);
    expect((await open(host)).last_seq).toBe(0);
  });

  test('SAFE-04 the chat of a cancelled event is read and not written; a lost answer can still be had', async () => {
    const id = randomUUID();
    const before = await send(guest, 'On my way', id);
    await host.ok(eventRoutes.cancelEvent, params());
    const { status, body } = await send(guest, 'Oh no');
    expect([status, body.error]).toEqual([409, { code: 'event_cancelled', message: EVENT_TEXTS.cancelled }]);
    const page = await open(guest);
    expect([page.event.is_cancelled, page.messages]).toEqual([true, [before.body]]);
    expect(await send(guest, 'On my way', id)).toMatchObject({ status: 201, body: before.body });
    expect((await markRead(guest, 1)).status).toBe(200);
  });
});

test('CHAT-09 CHAT-11 whoever has lost the chat still gets the lost answer to what they sent, and no other', async () => {
  const id = randomUUID();
  const before = await send(guest, 'On my way', id);
  const ofHost = (await send(host, 'Hurry up')).body.id;
  const refusals = async () =>
    (await Promise.all([send(guest, 'Hello'), send(guest, 'Hello', ofHost)])).map(({ status }) => status);
  await answer(guest, 'declined');
  expect(await send(guest, 'On my way', id)).toMatchObject({ status: 201, body: before.body });
  expect(await refusals()).toEqual([403, 403]);
  const params = { eventId, userId: guest.id };
  await host.ok(guestRemovalRoutes.removeGuest, { params });
  expect(await send(guest, 'On my way', id)).toMatchObject({ status: 201, body: before.body });
  expect(await refusals()).toEqual([404, 404]);
});

test('CHAT-11 after the end people go on chatting', async () => {
  app.clock.advance(4 * HOUR_MS);
  await Promise.all([host.signInAgain(), guest.signInAgain()]);
  expect((await send(guest, 'Thanks for last night')).status).toBe(201);
});
