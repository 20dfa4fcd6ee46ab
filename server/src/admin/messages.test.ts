import { randomUUID } from 'node:crypto';
import { accountDataRoutes } from '@hereabouts/contract/account-data';
import { CHAT_TEXTS, chatRoutes, type ChatJoinReply } from '@hereabouts/contract/chat';
import { DAY_MS } from '@hereabouts/contract/durations';
import { chatTopic, REALTIME_PATH } from '@hereabouts/contract/realtime';
import { reportRoutes } from '@hereabouts/contract/reports';
import { sweepReports } from '@hereabouts/server/features/reports/service';
import { startTestApp, type TestApp, type TestPerson } from '@hereabouts/testing/app';
import { befriend, block, createEvent } from '@hereabouts/testing/builders';
import { openSocket } from '@hereabouts/testing/realtime';
import { Socket } from 'phoenix';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { runCommand } from './commands.ts';

const RUDE = 'A rude word';

let app: TestApp;
let host: TestPerson;
let guest: TestPerson;
let blocked: TestPerson;
let eventId: number;
const sockets: Socket[] = [];
beforeAll(async () => {
  app = await startTestApp();
  [host, guest, blocked] = [
    await app.signUp({ name: 'Host' }),
    await app.signUp({ name: 'Guest' }),
    await app.signUp({ name: 'Blocked' }),
  ];
  for (const person of [guest, blocked]) await befriend(host, person);
});
beforeEach(async () => {
  eventId = await createEvent(app, host, { invitee_ids: [guest.id, blocked.id] });
  await block(blocked, guest);
});
afterAll(async () => {
  for (const socket of sockets) socket.disconnect();
  await app.stop();
});

const admin = (...args: string[]) => runCommand(app.context, { args, operator: 'olga' });
const send = (person: TestPerson, message: string, id: string = randomUUID()) =>
  person.ok(chatRoutes.sendMessage, { params: { eventId }, body: { id, message } });
const open = (person: TestPerson) => person.ok(chatRoutes.listMessages, { params: { eventId }, query: {} });
async function enter(person: TestPerson, afterSeq: number) {
  const url = app.url.replace('http', 'ws') + REALTIME_PATH;
  const client = new Socket(url, { authToken: person.token, timeout: 20_000 });
  sockets.push(client);
  const socket = await openSocket(client);
  const { reply } = await socket.join(chatTopic(eventId), { after_seq: afterSeq });
  return { ...socket, reply: reply as ChatJoinReply };
}
const exportOf = async (person: TestPerson) =>
  JSON.stringify((await person.call(accountDataRoutes.downloadData)).body);
const reportOf = async (messageId: string, who = host) => {
  const body = { kind: 'message', message_id: messageId, reason: 'Unkind' } as const;
  const { status } = await who.call(reportRoutes.report, { body });
  const [row] = await app.context.db.query<{ id: number }>('select max(id) as id from reports');
  return { status, number: row?.id ?? 0 };
};
const subjectOf = async (number: number) =>
  (await app.context.db.query('select subject from reports where id = $1', [number]))[0];

test('OPS-12 a removed message is replaced for everybody: on open pages, in reloads, downloads and for a re-send', async () => {
  const sent = await send(guest, RUDE);
  await send(host, 'A kind word');
  const { number } = await reportOf(sent.id);
  const [hosts, guests, theirs] = [await enter(host, 2), await enter(guest, 2), await enter(blocked, 2)];
  expect(hosts.reply).not.toHaveProperty('removed_count');

  const answer = await admin('messages', 'remove', sent.id, '--why', 'Against the rules');
  expect(answer).toEqual({ ok: true, text: `Removed: message ${sent.id} of event ${eventId}.\n` });

  const removed = { ...sent, kind: 'removed', message: CHAT_TEXTS.removed };
  for (const socket of [hosts, guests]) {
    await socket.settled();
    const heard = socket.received.filter(({ event }) => event === 'message_removed');
    expect(heard.map(({ payload }) => payload)).toEqual([{ message: removed, removed_count: 1 }]);
  }
  await theirs.settled();
  const toBlocked = JSON.stringify(theirs.received);
  expect([toBlocked.includes('message_removed'), toBlocked.includes(sent.id)]).toEqual([true, false]);

  for (const person of [host, guest]) {
    const page = await open(person);
    expect([page.messages[0], page.messages[1]?.message, page.removed_count]).toEqual([
      removed,
      'A kind word',
      1,
    ]);
  }
  expect((await open(blocked)).messages[0]).toMatchObject({ kind: 'hidden', message: '' });
  // A page that was away asks only for what follows.
  expect((await enter(host, 2)).reply).toEqual({
    messages: [],
    has_more: false,
    last_seq: 2,
    removed_count: 1,
  });
  // An outbox that never saw the answer sends it again.
  expect(await send(guest, RUDE, sent.id)).toEqual(removed);
  expect((await open(host)).messages).toHaveLength(2);

  for (const person of [host, guest, blocked]) expect(await exportOf(person)).not.toContain(RUDE);
  expect(await exportOf(guest)).toContain(CHAT_TEXTS.removed);
  expect((await reportOf(sent.id)).status).toBe(204);
  expect(await subjectOf(number)).toEqual({ subject: RUDE });
});

test('OPS-12 OPS-04 a message is named by its report too, removed once, and never without a reason', async () => {
  const sent = await send(guest, RUDE);
  const { number } = await reportOf(sent.id);
  const ofPerson = { kind: 'user', user_id: guest.id, reason: 'Unkind' } as const;
  await host.ok(reportRoutes.report, { body: ofPerson });
  for (const args of [[sent.id], [sent.id, '--why', ' '], [`${number}`]]) {
    expect(await admin('messages', 'remove', ...args)).toMatchObject({ ok: false });
  }
  for (const unknown of [`${number + 1}`, '987654', randomUUID(), 'x']) {
    expect(await admin('messages', 'remove', unknown, '--why', 'Rude')).toMatchObject({ ok: false });
  }
  expect((await open(host)).messages).toEqual([sent]);

  expect((await admin('messages', 'remove', `report:${number}`, '--why', 'Rude')).ok).toBe(true);
  expect((await admin('messages', 'remove', sent.id, '--why', 'Rude')).ok).toBe(false);
  expect(await open(host)).toMatchObject({ messages: [{ kind: 'removed' }], removed_count: 1 });
  const actions = await app.context.db.query(
    'select operator, action, user_id, event_id, message_id, report_id, reason from operator_actions where message_id = $1',
    [sent.id],
  );
  expect(actions).toEqual([
    {
      operator: 'olga',
      action: 'messages remove',
      user_id: guest.id,
      event_id: eventId,
      message_id: sent.id,
      report_id: number,
      reason: 'Rude',
    },
  ]);
});

test('OPS-12 a message of a deleted account, and a line about a meeting point, are removed as well', async () => {
  const leaver = await app.signUp();
  await befriend(host, leaver);
  eventId = await createEvent(app, host, { invitee_ids: [leaver.id] });
  const [one, two] = [await send(leaver, 'One'), await send(host, 'Two')];
  await app.context.db.query(
    `update chat_message set kind = 'meeting_point', meet_at = created_at where id = $1`,
    [two.id],
  );
  await app.context.db.query('delete from users where id = $1', [leaver.id]);
  for (const { id } of [one, two]) {
    expect((await admin('messages', 'remove', id, '--why', 'Rude')).ok).toBe(true);
  }
  const { messages } = await open(host);
  expect(messages).toEqual([
    { ...one, kind: 'removed', message: CHAT_TEXTS.removed, sender: null },
    { ...two, kind: 'removed', message: CHAT_TEXTS.removed },
  ]);
});

test('OPS-12 a report keeps the content until it has been closed for 30 days', async () => {
  const [first, second] = [await send(guest, RUDE), await send(guest, 'Another')];
  const closed = await reportOf(first.id);
  const open = await reportOf(second.id);
  await admin('messages', 'remove', first.id, '--why', 'Rude');
  await admin('reports', 'close', `${closed.number}`);
  app.clock.set(app.clock.now() + 30 * DAY_MS);
  await sweepReports(app.context);
  expect(await subjectOf(closed.number)).toEqual({ subject: RUDE });
  app.clock.set(app.clock.now() + 1);
  await sweepReports(app.context);
  expect(await subjectOf(closed.number)).toEqual({ subject: null });
  expect(await subjectOf(open.number)).toEqual({ subject: 'Another' });
  const { text } = await admin('reports', '--all');
  expect(text).toContain('gone, or deleted a while after this was closed');
});
