import { randomUUID } from 'node:crypto';
import { DAY_MS, HOUR_MS } from '@hereabouts/contract/durations';
import { chatTopic, eventTopic } from '@hereabouts/contract/realtime';
import { routes } from '@hereabouts/contract/routes';
import { removeByOperator } from '@hereabouts/server/features/chat/removal-service';
import { startTestApp, type TestApp, type TestPerson } from '@hereabouts/testing/app';
import { befriend, block, createEvent, hoursFromNow, say } from '@hereabouts/testing/builders';
import { kinds } from '@hereabouts/testing/notifications';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';

let app: TestApp;
let host: TestPerson;
let coHost: TestPerson;
let guest: TestPerson;
let declined: TestPerson;
let eventId: number;
beforeAll(async () => {
  app = await startTestApp();
  host = await app.signUp({ name: 'Host' });
  [guest, declined] = [await app.signUp(), await app.signUp()];
  for (const person of [guest, declined]) await befriend(host, person);
});
afterAll(() => app.stop());
beforeEach(async () => {
  for (const person of [host, guest, declined]) await person.signInAgain();
  coHost = await app.signUp({ name: 'Co-host' });
  await befriend(host, coHost);
  eventId = await createEvent(app, host, {
    invitee_ids: [coHost.id, guest.id, declined.id],
    end_time: hoursFromNow(app.clock, 60),
  });
  await host.ok(routes.addCoHost, { params: { eventId, userId: coHost.id } });
  await declined.ok(routes.respondToInvite, { ...of(), body: { status: 'declined' } });
});

const of = () => ({ params: { eventId } });
const announce = (person: TestPerson, message: string, id: string = randomUUID()) =>
  person.call(routes.announce, { ...of(), body: { id, message } });
const shownTo = async (person: TestPerson) => (await person.ok(routes.getEvent, of())).announcement;
const linesOf = async (person: TestPerson) =>
  (await person.ok(routes.listMessages, { ...of(), query: {} })).messages.map(({ kind, message }) => [
    kind,
    message,
  ]);
const toldOf = async (person: TestPerson) =>
  (await kinds(person)).filter((kind) => kind === 'announcement').length;

test('HOST-05 NOTE-01 an announcement is at the top of the event, in its chat and in the bell of everybody who has not declined', async () => {
  const before = [await toldOf(guest), await toldOf(declined)];
  // Hints come at most once in 5 s.
  app.clock.advance(6_000);
  const socket = await app.connect(guest);
  for (const topicOf of [eventTopic, chatTopic]) await socket.join(topicOf(eventId));
  expect((await announce(coHost, ' The boat leaves at 7 ')).status).toBe(204);
  await socket.seen(eventTopic(eventId), 'event_changed');
  await socket.seen(chatTopic(eventId), 'message_added');
  for (const person of [host, coHost, guest, declined])
    expect(await shownTo(person)).toEqual({
      message: 'The boat leaves at 7',
      author: { id: coHost.id, name: 'Co-host', image: null },
      made_at: hoursFromNow(app.clock, 0),
      can_take_down: person === host || person === coHost,
    });
  expect(await linesOf(guest)).toEqual([['announcement', 'The boat leaves at 7']]);
  expect([await toldOf(guest), await toldOf(declined)]).toEqual([before[0]! + 1, before[1]]);
  expect([await toldOf(host), await toldOf(coHost)]).toEqual([expect.any(Number), 0]);
  // Whoever is not on the list of a public event reads nothing of it.
  expect(await shownTo(await app.signUp())).toBeNull();
});

test('HOST-05 the next one takes its place, and none comes back when it is taken down', async () => {
  await announce(host, 'First');
  app.clock.advance(1_000);
  await announce(host, 'Second');
  expect(await shownTo(guest)).toMatchObject({ message: 'Second' });
  for (let times = 0; times < 2; times += 1)
    expect((await host.call(routes.takeDownAnnouncement, of())).status).toBe(204);
  expect(await shownTo(guest)).toBeNull();
  expect(await linesOf(guest)).toEqual([
    ['announcement', 'First'],
    ['announcement', 'Second'],
  ]);
  app.clock.advance(1_000);
  await announce(host, 'Third');
  expect(await shownTo(guest)).toMatchObject({ message: 'Third' });
});

test('HOST-05 whoever takes down what they see leaves up what was announced meanwhile', async () => {
  const madeAt: string[] = [];
  for (const [person, message] of [
    [host, 'We meet at the gate'],
    [coHost, 'Bring cash'],
    [coHost, 'The bus leaves at 8'],
  ] as const) {
    app.clock.advance(1_000);
    await announce(person, message);
    madeAt.push((await shownTo(guest))!.made_at);
  }
  const takeDown = async (person: TestPerson, nth: number) => {
    const query = { up_to: madeAt[nth]! };
    const { status } = await person.call(routes.takeDownAnnouncement, { ...of(), query });
    return [status, (await shownTo(guest))?.message];
  };
  expect(await takeDown(coHost, 0)).toEqual([403, 'The bus leaves at 8']);
  for (let times = 0; times < 2; times += 1)
    expect(await takeDown(host, 1)).toEqual([204, 'The bus leaves at 8']);
  // What was taken down with it does not come back.
  expect(await takeDown(host, 2)).toEqual([204, undefined]);
});

test('HOST-05 five a day and event; a retry is not counted, and announces once', async () => {
  const id = randomUUID();
  for (const message of ['1', '1', '2', '3', '4', '5']) {
    const sent = await announce(host, message, message === '1' ? id : randomUUID());
    expect([message, sent.status]).toEqual([message, 204]);
  }
  expect(await linesOf(guest)).toHaveLength(5);
  const refused = await announce(host, '6');
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, `${DAY_MS / 1_000}`]);
  expect(refused.body.error.message).toBe('An event can have at most 5 announcements a day');
  app.clock.advance(DAY_MS);
  await host.signInAgain();
  expect((await announce(host, '7')).status).toBe(204);
});

test('HOST-05 HOST-02 the last one of a day is the creator’s, and a co-host is told so', async () => {
  for (const message of ['1', '2', '3', '4']) expect((await announce(coHost, message)).status).toBe(204);
  const text = 'An event can have at most 5 announcements a day, the last one by the host who created it';
  const refusal = async () => (await announce(coHost, '5')).body.error.message;
  expect(await refusal()).toBe(text);
  expect((await announce(host, '5')).status).toBe(204);
  expect(await refusal()).toBe(text);
});

/** 600 characters each, of 300,000 that a person may write at an event. */
const MORE_THAN_A_DAYS_TEXT = 600;

test('HOST-05 what is not stored, or stored already, is not charged, and a retry is never refused (S37)', async () => {
  const [id, long] = [randomUUID(), 'x'.repeat(500)];
  for (let times = 0; times < MORE_THAN_A_DAYS_TEXT; times += 1) {
    expect((await announce(host, long, id)).status).toBe(204);
    expect((await announce(guest, long)).status).toBe(403);
  }
  for (const person of [host, guest]) await say(person, eventId, long);
  vi.spyOn(app.context.chatBudget, 'take').mockResolvedValue({ policy: 'p', waitMs: 1_000, repeated: false });
  expect((await announce(host, long, id)).status).toBe(204);
  expect((await announce(host, 'Another')).body.error).toMatchObject({
    code: 'rate_limited',
    message: 'Too many requests. Please wait a moment and try again.',
  });
  vi.restoreAllMocks();
});

test('HOST-05 another text under the id of an announcement is refused, of the creator and of a co-host', async () => {
  for (const person of [host, coHost]) {
    const id = randomUUID();
    app.clock.advance(1_000);
    expect((await announce(person, 'The boat leaves at 7', id)).status).toBe(204);
    expect((await announce(person, 'The boat leaves at 8', id)).body.error.code).toBe('conflict');
    // Also where no more may be written.
    vi.spyOn(app.context.chatBudget, 'take').mockResolvedValue({
      policy: 'p',
      waitMs: 1_000,
      repeated: false,
    });
    expect((await announce(person, 'The boat leaves at 8', id)).body.error.code).toBe('conflict');
    expect((await announce(person, ' The boat leaves at 7', id)).status).toBe(204);
    vi.restoreAllMocks();
    expect(await shownTo(guest)).toMatchObject({ message: 'The boat leaves at 7' });
    await host.ok(routes.removeMessage, { params: { eventId, messageId: id } });
    expect((await announce(person, 'The boat leaves at 7', id)).status).toBe(204);
  }
});

test('HOST-05 OPS-12 whoever has only the event open sees it go with its message', async () => {
  const id = randomUUID();
  await announce(host, 'By mistake', id);
  const socket = await app.connect(guest);
  await socket.join(eventTopic(eventId));
  // Hints come at most once in 5 s.
  app.clock.advance(6_000);
  await socket.settled();
  const hints = () => socket.received.filter(({ event }) => event === 'event_changed').length;
  const before = hints();
  await host.ok(routes.removeMessage, { params: { eventId, messageId: id } });
  app.clock.advance(6_000);
  await expect.poll(hints).toBe(before + 1);
  expect(await shownTo(guest)).toBeNull();
});

test('HOST-05 co-hosts leave the last announcement of the day to the creator', async () => {
  for (const message of ['1', '2', '3', '4']) expect((await announce(coHost, message)).status).toBe(204);
  expect((await announce(coHost, '5')).status).toBe(429);
  expect((await announce(host, 'We meet at the other gate')).status).toBe(204);
  expect((await announce(host, 'Once more')).status).toBe(429);
});

test('HOST-05 a co-host takes down what a co-host announced, and nothing of the creator', async () => {
  await announce(host, 'We meet at the other gate');
  const refused = await coHost.call(routes.takeDownAnnouncement, of());
  expect([refused.status, refused.body.error.code]).toEqual([403, 'forbidden']);
  expect(await shownTo(guest)).toMatchObject({ message: 'We meet at the other gate' });
  app.clock.advance(1_000);
  await announce(coHost, 'The boat leaves at 7');
  expect((await coHost.call(routes.takeDownAnnouncement, of())).status).toBe(204);
  expect(await shownTo(guest)).toMatchObject({ message: 'We meet at the other gate' });
  app.clock.advance(1_000);
  await announce(coHost, 'The boat leaves at 8');
  expect((await host.call(routes.takeDownAnnouncement, of())).status).toBe(204);
  expect(await shownTo(guest)).toBeNull();
});

test('HOST-05 one of a co-host that was replaced does not come back when its successor is removed from the chat', async () => {
  const ids = [randomUUID(), randomUUID()] as const;
  await announce(host, 'By the creator');
  for (const [nth, message] of ['At gate A', 'At gate B'].entries()) {
    app.clock.advance(1_000);
    await announce(coHost, message, ids[nth]);
  }
  await coHost.ok(routes.removeMessage, { params: { eventId, messageId: ids[1] } });
  expect(await shownTo(guest)).toMatchObject({ message: 'By the creator' });
});

test('HOST-05 at most 500 characters, of which one can be seen, and until the end', async () => {
  for (const message of ['', '  ', 'x'.repeat(501)]) expect((await announce(host, message)).status).toBe(400);
  expect((await announce(host, 'x'.repeat(500))).status).toBe(204);
  const taken = await say(guest, eventId);
  expect((await announce(host, 'Same id', taken)).status).toBe(409);
  app.clock.advance(61 * HOUR_MS);
  for (const person of [host, guest]) await person.signInAgain();
  expect((await announce(host, 'Too late')).body.error.code).toBe('event_ended');
  expect(await shownTo(guest)).toMatchObject({ message: 'x'.repeat(500) });
  expect((await host.call(routes.takeDownAnnouncement, of())).status).toBe(204);
});

test('HOST-05 SAFE-01 OPS-12 SAFE-03 an announcement disappears when its author is blocked or it is removed, and loses the name of an author whose account is deleted', async () => {
  const id = randomUUID();
  await announce(host, 'By the creator');
  for (const person of [host, coHost, guest])
    expect(await shownTo(person)).toMatchObject({ can_take_down: person === host });
  app.clock.advance(1_000);
  await announce(coHost, 'By a co-host', id);
  await block(guest, coHost);
  expect(await shownTo(guest)).toMatchObject({ message: 'By the creator' });
  expect(await shownTo(host)).not.toBeNull();
  await coHost.ok(routes.deleteAccount, { body: { password: coHost.password } });
  expect(await shownTo(host)).toMatchObject({ message: 'By a co-host', author: null });
  await removeByOperator(app.context, id, () => Promise.resolve());
  // That of the creator was not replaced by one that never should have been up; a removed one of the creator's own has.
  expect(await shownTo(host)).toMatchObject({ message: 'By the creator' });
  const own = randomUUID();
  app.clock.advance(1_000);
  await announce(host, 'Rude', own);
  await removeByOperator(app.context, own, () => Promise.resolve());
  expect(await shownTo(guest)).toBeNull();
});
