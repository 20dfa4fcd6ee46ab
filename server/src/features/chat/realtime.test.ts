import { randomUUID } from 'node:crypto';
import {
  CHAT_CATCH_UP_MAX,
  chatRoutes,
  type ChatJoinReply,
  type ChatMessage,
} from '@hereabouts/contract/chat';
import { eventRoutes } from '@hereabouts/contract/events';
import { inviteRoutes } from '@hereabouts/contract/invites';
import { ACCESS_LOSS_MAX_MS, chatTopic, REALTIME_PATH, userTopic } from '@hereabouts/contract/realtime';
import { startTestApp, type TestApp, type TestPerson } from '@hereabouts/testing/app';
import { befriend, createEvent, eventInput, hoursFromNow } from '@hereabouts/testing/builders';
import { openSocket, type TestSocket } from '@hereabouts/testing/realtime';
import { Socket } from 'phoenix';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { addMeetingPointLine } from './line-service.ts';
import { hiddenMessage } from './policy.ts';

let app: TestApp;
let host: TestPerson;
let guest: TestPerson;
let other: TestPerson;
let eventId: number;
const sockets: Socket[] = [];
beforeAll(async () => {
  app = await startTestApp();
  [host, guest, other] = [
    await app.signUp({ name: 'Host' }),
    await app.signUp({ name: 'Guest' }),
    await app.signUp({ name: 'Other' }),
  ];
  await befriend(host, guest);
  await befriend(host, other);
});
beforeEach(async () => {
  eventId = await createEvent(app, host, { is_private: true, invitee_ids: [guest.id, other.id] });
});
afterAll(async () => {
  for (const socket of sockets) socket.disconnect();
  await app.stop();
});

async function connect(person: TestPerson): Promise<TestSocket> {
  const socket = new Socket(app.url.replace('http', 'ws') + REALTIME_PATH, {
    authToken: person.token,
    timeout: 20_000,
  });
  sockets.push(socket);
  return openSocket(socket);
}
/** In the chat, having everything up to `afterSeq`. */
async function enter(person: TestPerson, afterSeq?: number) {
  const socket = await connect(person);
  const { reply } = await socket.join(chatTopic(eventId), { after_seq: afterSeq });
  return { ...socket, reply: reply as ChatJoinReply };
}
const send = (person: TestPerson, message: string) =>
  person.ok(chatRoutes.sendMessage, { params: { eventId }, body: { id: randomUUID(), message } });
const heardOn = async (socket: TestSocket, topic: string) => {
  await socket.settled();
  return socket.received.filter((message) => message.topic === topic && !message.event.startsWith('phx_'));
};
const messagesOf = async (socket: TestSocket) =>
  (await heardOn(socket, chatTopic(eventId)))
    .filter(({ event }) => event === 'message_added')
    .map(({ payload }) => payload as unknown as ChatMessage);
const eventsOf = async (socket: TestSocket) =>
  (await heardOn(socket, chatTopic(eventId))).map(({ event }) => event);
const block = async (one: TestPerson, two: TestPerson) => {
  await app.context.db.query(
    `insert into blocks (user_id, other_id, is_blocker, created_at) values ($1, $2, true, $3), ($2, $1, false, $3)`,
    [one.id, two.id, new Date(app.clock.now()).toISOString()],
  );
  app.context.realtime.recheckPeople([one.id, two.id]);
};
const unblock = async (one: TestPerson) => {
  await app.context.db.query('delete from blocks where user_id = $1 or other_id = $1', [one.id]);
  app.context.realtime.recheckPeople([one.id]);
};

test('CHAT-06 a message reaches everybody in the chat with its sender, once, and its sender too', async () => {
  const [mine, theirs] = [await enter(host), await enter(guest)];
  const sent = await send(guest, ' I bring wood ');
  expect(sent).toMatchObject({
    message: 'I bring wood',
    sender: { id: guest.id, name: 'Guest', image: null },
  });
  for (const socket of [mine, theirs]) expect(await messagesOf(socket)).toEqual([sent]);
});

test('CHAT-09 a message sent again is not told again', async () => {
  const socket = await enter(host);
  const body = { id: randomUUID(), message: 'Once' };
  await Promise.all([1, 2, 3].map(() => guest.ok(chatRoutes.sendMessage, { params: { eventId }, body })));
  expect((await messagesOf(socket)).map(({ message }) => message)).toEqual(['Once']);
});

describe('CHAT-09 coming back', () => {
  test('a join returns the messages missed; without after_seq it returns none', async () => {
    const sent = [await send(host, 'a'), await send(host, 'b'), await send(guest, 'c')];
    expect((await enter(guest, 1)).reply).toEqual({ messages: sent.slice(1), has_more: false, last_seq: 3 });
    expect((await enter(guest, 0)).reply.messages).toEqual(sent);
    expect((await enter(guest, 3)).reply).toEqual({ messages: [], has_more: false, last_seq: 3 });
    expect((await enter(guest)).reply).toEqual({ messages: [], has_more: false, last_seq: 3 });
  });

  test('messages published during a join follow its reply without a gap', async () => {
    for (let round = 0; round < 10; round++) {
      const sending = Array.from({ length: 8 }, (_, n) => send(host, `${round}-${n}`));
      const socket = await enter(guest, 0);
      await Promise.all(sending);
      const live = (await messagesOf(socket)).filter(
        ({ seq }) => seq > (socket.reply.messages.at(-1)?.seq ?? 0),
      );
      const seqs = [...socket.reply.messages, ...live].map(({ seq }) => seq);
      expect(seqs).toEqual(Array.from({ length: 8 * (round + 1) }, (_, index) => index + 1));
    }
  });

  test('a client that missed too much gets the oldest part and has_more', async () => {
    const fill = `with room as (insert into chat_room (event_id, last_seq, created_at) values ($1, $4, $3) returning id)
      insert into chat_message (id, chat_room_id, seq, user_id, message, created_at)
      select gen_random_uuid(), room.id, n, $2, repeat('x', $5), $3 from room, generate_series(1, $4::int) n`;
    const now = new Date(app.clock.now()).toISOString();
    await app.context.db.query(fill, [eventId, guest.id, now, CHAT_CATCH_UP_MAX + 5, 10]);
    const { reply } = await enter(host, 2);
    expect(reply.messages.map(({ seq }) => seq)).toEqual(
      Array.from({ length: CHAT_CATCH_UP_MAX }, (_, index) => index + 3),
    );
    expect(reply.has_more).toBe(true);

    eventId = await createEvent(app, host);
    await app.context.db.query(fill, [eventId, guest.id, now, 60, 4_000]);
    const long = (await enter(host, 0)).reply;
    expect([long.messages.length, long.has_more, long.last_seq]).toEqual([25, true, 60]);
  });

  test('LIVE-10 a join that catches up waits among those that do, by network address and person; a first join does not', async () => {
    const { catchUps } = app.context;
    const asked: object[] = [];
    const watched: typeof catchUps = (person, work) => {
      asked.push(person);
      return catchUps(person, work);
    };
    Object.assign(app.context, { catchUps: watched });
    try {
      const socket = await connect(guest);
      const { channel } = await socket.join(chatTopic(eventId));
      channel.leave();
      expect(asked).toEqual([]);
      await socket.join(chatTopic(eventId), { after_seq: 0 });
      expect(asked).toEqual([{ userId: guest.id, from: '127.0.0.1' }]);
    } finally {
      Object.assign(app.context, { catchUps });
    }
  });

  test('a join with an invalid after_seq or topic is refused', async () => {
    const socket = await connect(guest);
    await expect(socket.join(chatTopic(eventId), { after_seq: 'all' })).rejects.toThrow('not_found');
    await expect(socket.join(`chat:0${eventId}`)).rejects.toThrow('not_found');
  });
});

describe('CHAT-11 losing the right to the chat ends it on open sockets', () => {
  async function expectDropped(socket: TestSocket) {
    // The fake clock stands still: the real one tells how long it took.
    const startedMs = performance.now();
    await socket.seen(chatTopic(eventId), 'access_lost');
    expect(performance.now() - startedMs).toBeLessThan(ACCESS_LOSS_MAX_MS);
    await send(host, 'Among ourselves');
    expect(await messagesOf(socket)).toEqual([]);
    await expect(socket.join(chatTopic(eventId))).rejects.toThrow('not_found');
  }

  test('by declining; by another answer it goes on', async () => {
    const socket = await enter(guest);
    const respond = (status: 'tentative' | 'declined') =>
      guest.ok(inviteRoutes.respondToInvite, { params: { eventId }, body: { status } });
    await respond('tentative');
    expect(await eventsOf(socket)).toEqual([]);
    await respond('declined');
    await expectDropped(socket);
  });

  test('by being taken off the list; who stays stays', async () => {
    const [gone, stays] = [await enter(guest), await enter(other)];
    const body = { ...eventInput(app.clock), is_private: true, invitee_ids: [other.id], keep_answers: true };
    await host.ok(eventRoutes.updateEvent, { params: { eventId }, body });
    await expectDropped(gone);
    expect((await messagesOf(stays)).map(({ message }) => message)).toEqual(['Among ourselves']);
  });
});

test('SAFE-04 members of a cancelled event’s chat are notified, and stay', async () => {
  const socket = await enter(guest);
  await host.ok(eventRoutes.cancelEvent, { params: { eventId } });
  expect(await eventsOf(socket)).toEqual(['chat_changed']);
});

describe('SAFE-01 two people in a block', () => {
  test('get each other’s messages without words, everybody else with them, in the same burst', async () => {
    const [mine, theirs, hosts] = [await enter(guest), await enter(other), await enter(host)];
    await block(guest, other);
    const sent = await Promise.all([
      send(guest, 'From guest'),
      send(other, 'From other'),
      send(host, 'Mine'),
    ]);
    // Said after what was held back while their access was checked again.
    for (const socket of [mine, theirs]) await socket.seen(chatTopic(eventId), 'chat_changed');
    const log = sent.toSorted((a, b) => a.seq - b.seq);
    const asSeenBy = (person: TestPerson, blocked: TestPerson) =>
      log.map((message) => (message.sender?.id === blocked.id ? hiddenMessage(message) : message));
    expect(await messagesOf(hosts)).toEqual(log);
    expect(await messagesOf(mine)).toEqual(asSeenBy(guest, other));
    expect(await messagesOf(theirs)).toEqual(asSeenBy(other, guest));
    await unblock(guest);
  });

  test('are told to read the chat again when the block begins and when it ends; nobody else is', async () => {
    const [mine, hosts] = [await enter(guest), await enter(host)];
    await block(guest, other);
    await mine.seen(chatTopic(eventId), 'chat_changed');
    await unblock(guest);
    await expect.poll(() => eventsOf(mine)).toEqual(['chat_changed', 'chat_changed']);
    app.context.realtime.recheck(chatTopic(eventId));
    expect(await eventsOf(mine)).toHaveLength(2);
    expect(await eventsOf(hosts)).toEqual([]);
  });
});

describe('CHAT-12 unread messages', () => {
  /** Of this test's event; others may still have something to tell. */
  const toldOf = async (socket: TestSocket, person: TestPerson, name: string) =>
    (await heardOn(socket, userTopic(person.id)))
      .filter(({ event, payload }) => event === name && payload['event_id'] === eventId)
      .map(({ payload }) => payload);

  test('members of the chat get activity hints, at once and then once a second', async () => {
    const declined = other;
    await declined.ok(inviteRoutes.respondToInvite, { params: { eventId }, body: { status: 'declined' } });
    const listening = await Promise.all(
      [host, guest, declined].map(async (person) => {
        const socket = await connect(person);
        await socket.join(userTopic(person.id));
        return { person, told: () => toldOf(socket, person, 'chat_advanced') };
      }),
    );
    const [hosts, guests, decliner] = listening;
    await send(host, 'a');
    await expect.poll(() => guests?.told()).toEqual([{ event_id: eventId, last_seq: 1, uncounted: 0 }]);
    await send(host, 'b');
    await send(guest, 'c');
    expect(await guests?.told()).toHaveLength(1);
    app.clock.advance(1_000);
    const all = [1, 3].map((last_seq) => ({ event_id: eventId, last_seq, uncounted: 0 }));
    // What the guest has said below two unread messages is not unread itself.
    const guestsAll = all.map((told) => ({ ...told, uncounted: told.last_seq === 3 ? 1 : 0 }));
    await expect.poll(() => guests?.told()).toEqual(guestsAll);
    await expect.poll(() => hosts?.told()).toEqual(all);
    app.clock.advance(5_000);
    expect(await guests?.told()).toEqual(guestsAll);
    expect(await decliner?.told()).toEqual([]);
  });

  test('read markers are published only to the reader’s devices, once, also after sending', async () => {
    const [mine, hosts] = [await connect(guest), await connect(host)];
    await mine.join(userTopic(guest.id));
    await hosts.join(userTopic(host.id));
    await send(host, 'a');
    const markRead = () => guest.ok(chatRoutes.markChatRead, { params: { eventId }, body: { seq: 1 } });
    await markRead();
    await markRead();
    await send(guest, 'b');
    expect(await toldOf(mine, guest, 'chat_read')).toEqual([
      { event_id: eventId, read_seq: 1, uncounted: 0 },
      { event_id: eventId, read_seq: 2, uncounted: 0 },
    ]);
    expect(await toldOf(hosts, host, 'chat_read')).toEqual([
      { event_id: eventId, read_seq: 1, uncounted: 0 },
    ]);
  });
});

test('LIVE-09 a new meeting point is a line in the chat, once its transaction has committed', async () => {
  const socket = await enter(guest);
  await send(host, 'Where are you?');
  const id = randomUUID();
  const now = new Date(app.clock.now()).toISOString();
  const meetAt = hoursFromNow(app.clock, 2);
  const point = { eventId, userId: host.id, name: 'Left of the stage', meetAt, id, now };
  await app.context.change((tx, after) => addMeetingPointLine(tx, after, point));
  const added = {
    id,
    seq: 2,
    kind: 'meeting_point',
    message: 'Left of the stage',
    meet_at: meetAt,
    created_at: now,
  };
  const sender = { id: host.id, name: 'Host', image: null };
  expect((await messagesOf(socket)).at(-1)).toEqual({ ...added, sender });
  const page = await guest.ok(chatRoutes.listMessages, { params: { eventId } });
  expect(page.messages.at(-1)).toEqual({ ...added, sender });
  // Nothing of it is told to whom its setter does not exist.
  const hidden = JSON.stringify(hiddenMessage(added));
  for (const told of [id, now, added.message, meetAt, host.id]) expect(hidden).not.toContain(told);
  const abandoned = app.context.change(async (tx, after) => {
    await addMeetingPointLine(tx, after, { ...point, id: randomUUID() });
    throw new Error('no');
  });
  await expect(abandoned).rejects.toThrow('no');
  const timeless = { ...point, id: randomUUID(), meetAt: null };
  expect(
    (await app.context.change((tx, after) => addMeetingPointLine(tx, after, timeless))).message,
  ).not.toHaveProperty('meet_at');
  expect((await send(host, 'Coming')).seq).toBe(4);
});
