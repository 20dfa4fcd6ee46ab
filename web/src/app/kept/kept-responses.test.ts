import { MINUTE_MS } from '@hereabouts/contract/durations';
import { createKeptStores } from '@hereabouts/testing/kept-store';
import { QueryClient, type QueryKey } from '@tanstack/react-query';
import { beforeEach, expect, test } from 'vitest';
import { ApiError } from '#web/lib/api/api.ts';
import { KEPT_FOR_MS } from '#web/lib/storage/kept-for.ts';
import { KeptResponses } from './kept-responses.ts';
import { keptKindOf, type KeptKind } from './kept-kinds.ts';
import type { KeptEntry } from './kept-store.ts';

/** A store in memory, a clock that runs its timers when it is told to, and a server that answers by key. */
const { entries, nameFor, storeOf } = createKeptStores<KeptEntry>();
let nowMs: number;
let timers: { atMs: number; run: () => void }[];
let server: Map<string, unknown>;
let read: string[];

const clock = {
  now: () => nowMs,
  after(delayMs: number, run: () => void) {
    const timer = { atMs: nowMs + delayMs, run };
    timers.push(timer);
    return () => void (timers = timers.filter((one) => one !== timer));
  },
};

const kindOf = (key: QueryKey): KeptKind | null => {
  const kind = keptKindOf(key);
  if (kind === null) return null;
  const answer = async () => {
    const name = JSON.stringify(key);
    read.push(name);
    const found = server.get(name) ?? new ApiError(404, 'not_found', 'Not found');
    if (found instanceof Error) throw found;
    return found;
  };
  return { ...kind, read: kind.read && answer };
};

/** Lets everything happen that falls due meanwhile. */
async function pass(ms: number): Promise<void> {
  const untilMs = nowMs + ms;
  for (;;) {
    for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
    const next = timers.toSorted((a, b) => a.atMs - b.atMs)[0];
    if (next === undefined || next.atMs > untilMs) break;
    timers = timers.filter((one) => one !== next);
    nowMs = next.atMs;
    next.run();
  }
  nowMs = untilMs;
}

function open(options: { owner?: string; release?: string } = {}) {
  const client = new QueryClient({ defaultOptions: { queries: { gcTime: Infinity, retry: false } } });
  const kept = new KeptResponses({
    client,
    store: storeOf(options.release ?? 'r1'),
    owner: 'marie',
    release: 'r1',
    clock,
    isCurrent: () => true,
    kindOf,
    ...options,
  });
  return { client, kept };
}

const ask = (client: QueryClient, queryKey: QueryKey, queryFn: () => unknown) =>
  client.prefetchQuery({ queryKey, queryFn: async () => queryFn() });
const set = (client: QueryClient, key: QueryKey, data: object) =>
  client.setQueryData(key, data, { updatedAt: nowMs });
const never = () => new Promise(() => {});
const keys = () => [...entries.keys()].map((name) => name.slice(0, name.lastIndexOf(' '))).toSorted();

beforeEach(() => {
  entries.clear();
  nowMs = Date.parse('2020-05-03T12:00:00Z');
  timers = [];
  server = new Map();
  read = [];
});

test('PWA-05 what was read is there in the next visit, as old as it is, while the answer is on its way', async () => {
  const first = open();
  const atMs = nowMs;
  first.client.setQueryData(['event', 7], { title: 'Bonfire' }, { updatedAt: atMs });
  await pass(2_000);
  first.kept.stop();
  await pass(60_000);
  const second = open();
  void ask(second.client, ['event', 7], never);
  await pass(0);
  const state = second.client.getQueryState(['event', 7]);
  expect([state?.data, state?.dataUpdatedAt, state?.fetchStatus]).toEqual([
    { title: 'Bonfire' },
    atMs,
    'fetching',
  ]);
});

test('PWA-05 neither positions nor tokens nor other people’s pages are kept', async () => {
  const { client } = open();
  const never: QueryKey[] = [
    ['live', 7],
    ['user', 'tom'],
    ['contacts', 'discover', ''],
    ['contacts', 'friends', 'tom'],
    ['event', 7, 'edit'],
    ['event', 7, 'link'],
    ['friend-link'],
    ['blocks'],
    ['sessions'],
    ['invitable', 7],
  ];
  for (const key of never) set(client, key, { anything: true });
  set(client, ['me'], { name: 'Marie' });
  await pass(2_000);
  expect(keys()).toEqual(['["me"]']);
});

test.each([
  ['another person', { owner: 'tom' }],
  ['another release', { release: 'r2' }],
])('PWA-05 what was kept for %s is not shown, and deleted', async (_name, other) => {
  const first = open();
  set(first.client, ['me'], { name: 'Marie' });
  await pass(2_000);
  first.kept.stop();
  const { client } = open(other);
  void ask(client, ['me'], never);
  await pass(0);
  expect(client.getQueryData(['me'])).toBe(undefined);
  expect(keys()).toEqual([]);
});

test('PWA-05 a tab of an older release that stays open takes nothing from what the newer one keeps', async () => {
  const [old, next] = [open(), open({ release: 'r2' })];
  for (const id of [7, 8]) set(next.client, ['event', id], { of: 'r2' });
  await pass(2_000);
  old.kept.recheck();
  set(old.client, ['event', 7], { of: 'r1' });
  await pass(10_000);
  const ofNext = [7, 8].map((id) => entries.get(nameFor(['event', id], 'r2'))?.data);
  expect(ofNext).toEqual([{ of: 'r2' }, { of: 'r2' }]);
});

test('PWA-05 what was read is kept for 14 days, and of events and chats the last eight', async () => {
  const first = open();
  for (let id = 1; id <= 10; id += 1) {
    first.client.setQueryData(['event', id], { id }, { updatedAt: nowMs + id });
  }
  set(first.client, ['me'], { name: 'Marie' });
  await pass(2_000);
  first.kept.stop();
  await pass(KEPT_FOR_MS - 10_000);
  const second = open();
  await pass(0);
  second.kept.stop();
  expect(keys()).toHaveLength(9);
  expect(keys()).not.toContain('["event",2]');
  await pass(20_000);
  open();
  await pass(0);
  expect(keys()).toEqual([]);
});

test('PWA-05 the next contact reads everything kept again and deletes what may not be seen any more', async () => {
  const first = open();
  for (const id of [7, 8]) set(first.client, ['event', id], { id });
  first.client.setQueryData(['me'], { name: 'Marie' }, { updatedAt: nowMs + 1 });
  await pass(2_000);
  first.kept.stop();
  await pass(3_600_000);
  server.set('["event",7]', { title: 'moved' });
  server.set('["me"]', new ApiError(503, 'unavailable', 'Not now'));
  const second = open();
  second.kept.recheck();
  await pass(60_000);
  // A server that is not there for one is not asked for the rest; one that fails keeps the others from nothing.
  expect(keys()).toContain('["me"]');
  server.set('["me"]', new ApiError(500, 'internal', 'Failed'));
  await pass(35_000);
  expect(keys()).toEqual(['["event",7]', '["me"]']);
  expect(entries.get(nameFor(['event', 7]))?.data).toEqual({ title: 'moved' });
  const before = read.length;
  second.kept.recheck([['event', 7]]);
  await pass(10_000);
  expect(read.slice(before)).toEqual(['["event",7]']);
});

test('PWA-05 what was read shortly before the app was closed is read again in the next visit, at its first contact', async () => {
  const first = open();
  set(first.client, ['event', 7], { title: 'Bonfire' });
  await pass(2_000);
  first.kept.stop();
  const second = open();
  second.kept.recheck();
  await pass(5_000);
  expect(keys()).toEqual([]);
});

test('PWA-05 what was read shortly before a reconnection is read again once, half a minute later', async () => {
  const { client, kept } = open();
  set(client, ['me'], { name: 'Marie' });
  server.set('["me"]', { name: 'Marie' });
  await pass(2_000);
  for (let times = 0; times < 3; times += 1) {
    kept.recheck();
    await pass(5_000);
  }
  expect(read).toEqual([]);
  await pass(60_000);
  expect(read).toEqual(['["me"]']);
});

test('PWA-05 what the server tells of is read again at once, also beside a reconnection', async () => {
  const { client, kept } = open();
  set(client, ['event', 7], { title: 'Bonfire' });
  await pass(2_000);
  set(client, ['event', 8], { title: 'Swim' });
  kept.recheck();
  kept.recheck([['home'], ['event', 7]]);
  await pass(5_000);
  expect(keys()).toEqual(['["event",8]']);
  kept.recheck([['event', 8]]);
  await pass(5_000);
  expect(keys()).toEqual([]);
});

test('PWA-05 however often the server tells of something, it is read again once in five minutes, and the last time counts', async () => {
  const { client, kept } = open();
  set(client, ['event', 7], { title: 'Bonfire' });
  server.set('["event",7]', { title: 'Bonfire' });
  await pass(2_000);
  for (let times = 0; times < 100; times += 1) {
    kept.recheck([['event']]);
    await pass(1_000);
  }
  expect(read).toEqual(['["event",7]']);
  server.delete('["event",7]');
  await pass(5 * MINUTE_MS);
  expect(read).toEqual(['["event",7]', '["event",7]']);
  expect(keys()).toEqual([]);
});

test('PWA-05 an answer that refuses deletes what was kept, the chat with its event; one that does not come leaves it', async () => {
  const { client } = open();
  set(client, ['event', 7], { title: 'Bonfire' });
  set(client, ['chat', 7], { messages: [] });
  set(client, ['event', 8], { title: 'Swim' });
  await pass(2_000);
  await ask(client, ['event', 7], () => Promise.reject(new ApiError(404, 'not_found', 'Not found')));
  await ask(client, ['event', 8], () => Promise.reject(new TypeError('no network')));
  // Of a proxy.
  await ask(client, ['event', 8], () => Promise.reject(new ApiError(404, null, 'Not found')));
  await pass(0);
  expect(keys()).toEqual(['["event",8]']);
});

const TOM = '6f9619ff-8b86-4011-b42d-00c04fc964ff';
const chatWith = (...senders: string[]) => ({
  messages: senders.map((id, at) => ({ seq: at + 1, sender: { id } })),
  anchor: senders.length,
});

test('SAFE-01 PWA-05 what is kept of chats with a person goes at once, and is read again; other chats stay', async () => {
  const first = open();
  set(first.client, ['chat', 7], chatWith('marie', TOM));
  set(first.client, ['chat', 8], chatWith('marie'));
  set(first.client, ['event', 7], { guests: [TOM] });
  await pass(2_000);
  first.kept.stop();
  const { client, kept } = open();
  set(client, ['chat', 9], chatWith(TOM));
  kept.dropAbout(TOM, ['chat']);
  await pass(1_000);
  expect(keys()).toEqual(['["chat",8]', '["event",7]']);
  void ask(client, ['chat', 7], never);
  await pass(0);
  expect(client.getQueryData(['chat', 7])).toBe(undefined);
  client.removeQueries();
  server.set('["chat",7]', chatWith('marie'));
  server.set('["chat",8]', chatWith('marie'));
  await pass(10_000);
  expect(keys()).toEqual(['["chat",7]', '["chat",8]', '["event",7]']);
  expect(JSON.stringify(entries.get(nameFor(['chat', 7])))).not.toContain(TOM);
});

test('SAFE-01 PWA-05 what was being read of a chat while a person was blocked is not kept', async () => {
  const { client, kept } = open();
  set(client, ['chat', 7], chatWith(TOM));
  client.removeQueries();
  const answer = Promise.withResolvers<unknown>();
  server.set('["chat",7]', answer.promise);
  await pass(2_000);
  kept.recheck([['chat']]);
  await pass(4_000);
  expect(read).toEqual(['["chat",7]']);
  kept.dropAbout(TOM, ['chat']);
  answer.resolve(chatWith(TOM));
  await pass(1_000);
  expect(keys()).toEqual([]);
});

test('SAFE-01 PWA-05 a chat that is being taken from the device while a person is blocked is not shown', async () => {
  const first = open();
  set(first.client, ['chat', 7], chatWith(TOM));
  await pass(2_000);
  first.kept.stop();
  const { client, kept } = open();
  await pass(0);
  void ask(client, ['chat', 7], never);
  kept.dropAbout(TOM, ['chat']);
  await pass(0);
  expect(client.getQueryData(['chat', 7])).toBe(undefined);
});

test('PWA-05 after a sign-out nothing is left, not even what was about to be written or read again', async () => {
  const { client, kept } = open();
  set(client, ['me'], { name: 'Marie' });
  await pass(2_000);
  set(client, ['event', 7], { title: 'Bonfire' });
  kept.dropAbout('Marie', []);
  await kept.forget();
  set(client, ['home'], { pages: [], pageParams: [] });
  kept.recheck();
  await pass(60_000);
  expect(keys()).toEqual([]);
});
