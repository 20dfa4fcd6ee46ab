import { CHAT_PAGE_MAX_BYTES, chatRoutes } from '@hereabouts/contract/chat';
import { startTestApp, type TestApp, type TestPerson } from '@hereabouts/testing/app';
import { befriend, createEvent } from '@hereabouts/testing/builders';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { findPage } from './repo.ts';

/** Three bytes in UTF-8. */
const WIDE = '⍼';
const LONG = WIDE.repeat(4_000);
const LONG_PER_PAGE = Math.floor(CHAT_PAGE_MAX_BYTES / Buffer.byteLength(LONG));
const COUNT = 3 * LONG_PER_PAGE + 2;

let app: TestApp;
let host: TestPerson;
let guest: TestPerson;
let eventId: number;
beforeAll(async () => {
  app = await startTestApp();
  [host, guest] = [await app.signUp(), await app.signUp()];
  await befriend(host, guest);
});
beforeEach(async () => {
  eventId = await createEvent(app, host, { is_private: true, invitee_ids: [guest.id] });
});
afterAll(() => app.stop());

const fill = (count: number, message: string) =>
  app.context.db.query(
    `with room as (insert into chat_room (event_id, last_seq, created_at) values ($1, $4, $3) returning id)
    insert into chat_message (id, chat_room_id, seq, user_id, message, created_at)
    select gen_random_uuid(), room.id, n, $2, $5, $3 from room, generate_series(1, $4::int) n`,
    [eventId, guest.id, new Date(app.clock.now()).toISOString(), count, message],
  );
const open = (query: { before?: number; after?: number; limit?: number }, person = host) =>
  person.ok(chatRoutes.listMessages, { params: { eventId }, query });
const seqsOf = ({ messages }: { messages: readonly { seq: number }[] }) => messages.map(({ seq }) => seq);
const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, at) => from + at);

test('CHAT-10 long messages make short pages, and going back by them reads every message once (S35)', async () => {
  await fill(COUNT, LONG);
  const pages = [await open({ limit: 500 })];
  for (let page = pages[0]!; page.has_more; pages.push(page)) {
    page = await open({ before: page.messages[0]!.seq, limit: 500 });
  }
  expect(pages.map(({ messages }) => messages.length)).toEqual([
    LONG_PER_PAGE,
    LONG_PER_PAGE,
    LONG_PER_PAGE,
    2,
  ]);
  expect(pages.toReversed().flatMap(seqsOf)).toEqual(range(1, COUNT));
});

test('CHAT-09 going on by them reads every message once too (S35)', async () => {
  await fill(COUNT, LONG);
  const seqs: number[] = [];
  for (let hasMore = true; hasMore;) {
    const page = await open({ after: seqs.at(-1) ?? 0, limit: 500 });
    expect(page.messages.length).toBeLessThanOrEqual(LONG_PER_PAGE);
    seqs.push(...seqsOf(page));
    hasMore = page.has_more;
  }
  expect(seqs).toEqual(range(1, COUNT));
});

test('CHAT-10 a message longer than a page still comes, alone (S35)', async () => {
  await fill(3, LONG);
  const asked = { eventId, viewerId: host.id, limit: 50, maxBytes: LONG.length };
  const before = await findPage(app.context.db, { ...asked, place: { before: 3 } });
  const after = await findPage(app.context.db, { ...asked, place: { after: 1 } });
  expect([seqsOf(before!), seqsOf(after!)]).toEqual([[2], [2]]);
});

test('CHAT-10 ordinary messages fill the longest page (S35)', async () => {
  await fill(600, 'On my way, ten minutes. '.repeat(8));
  expect(seqsOf(await open({ limit: 500 }))).toEqual(range(101, 600));
});

test('SAFE-01 hidden messages take no bytes, so the length of a page reveals nothing (S35)', async () => {
  await fill(40, LONG);
  await app.context.db.query(
    `insert into blocks (user_id, other_id, is_blocker, created_at) values ($1, $2, true, $3), ($2, $1, false, $3)`,
    [host.id, guest.id, new Date(app.clock.now()).toISOString()],
  );
  const { messages } = await open({});
  expect([messages.length, messages.every(({ kind }) => kind === 'hidden')]).toEqual([40, true]);
  await app.context.db.query('delete from blocks where user_id = any($1)', [[host.id, guest.id]]);
});

test('many long reads of one person wait for each other, far too many are refused, others go on (S35)', async () => {
  await fill(1, 'Hello');
  const [hold, held] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  await Promise.all([open({}), open({}, guest)]);
  const locked = app.context.db.transaction(async (tx) => {
    await tx.query('lock table chat_message in access exclusive mode');
    held.resolve();
    await hold.promise;
  });
  await held.promise;
  const ask = () => host.call(chatRoutes.listMessages, { params: { eventId }, query: {} });
  const statuses: number[] = [];
  const asked = Array.from({ length: 130 }, async () => {
    const { status, headers } = await ask();
    statuses.push(status);
    if (status === 429) expect(headers.get('retry-after')).toBe('1');
  });
  await expect.poll(() => statuses.length).toBe(30);
  expect(new Set(statuses)).toEqual(new Set([429]));
  const other = open({}, guest);
  hold.resolve();
  await Promise.all([locked, ...asked]);
  expect((await other).messages).toHaveLength(1);
  expect(statuses.filter((status) => status === 200)).toHaveLength(100);
});
