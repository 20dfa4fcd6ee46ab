import { DAY_MS, MINUTE_MS } from '@hereabouts/contract/durations';
import { createFakeClock, type FakeClock } from '@hereabouts/testing/fake-clock';
import { createKeptStores } from '@hereabouts/testing/kept-store';
import { QueryClient } from '@tanstack/react-query';
import { beforeEach, expect, test } from 'vitest';
import { KeptResponses } from './kept-responses.ts';
import { keptKindOf } from './kept-kinds.ts';
import type { KeptEntry } from './kept-store.ts';

const { entries, storeOf } = createKeptStores<KeptEntry>();
let clock: FakeClock;
/** Waits while the server answers what is read again. */
let answered: Promise<void>;

/** Lets everything happen that falls due meanwhile. */
async function pass(ms: number): Promise<void> {
  for (let leftMs = ms; leftMs > 0; leftMs -= 250) {
    clock.advance(250);
    await new Promise<void>((resolve) => setImmediate(resolve));
  }
}

function visit() {
  const client = new QueryClient({ defaultOptions: { queries: { gcTime: Infinity, retry: false } } });
  const kept = new KeptResponses({
    client,
    store: storeOf('r1'),
    owner: 'marie',
    release: 'r1',
    clock,
    isCurrent: () => true,
    kindOf(key) {
      const kind = keptKindOf(key);
      return kind && { ...kind, read: () => answered.then(() => ({ again: true })) };
    },
  });
  /** Opens an event, the server answers, and a minute later it is left. */
  const look = async (eventId: number) => {
    const queryKey = ['event', eventId];
    client.setQueryData(queryKey, { eventId }, { updatedAt: clock.now() });
    await pass(MINUTE_MS);
    client.removeQueries({ queryKey });
  };
  const reconnect = async () => {
    kept.recheck();
    await pass(MINUTE_MS);
  };
  return { client, kept, look, reconnect };
}

const keptEvents = () => [...entries.values()].map(({ key }) => Number(key[1])).toSorted((a, b) => a - b);

beforeEach(() => {
  entries.clear();
  clock = createFakeClock();
  answered = Promise.resolve();
});

test('PWA-05 of more than eight events those stay that the person opened last, however often all are read again', async () => {
  const { look, reconnect } = visit();
  for (let eventId = 1; eventId <= 8; eventId += 1) await look(eventId);
  await reconnect();
  await look(9);
  await reconnect();
  expect(keptEvents()).toEqual([2, 3, 4, 5, 6, 7, 8, 9]);
  await look(10);
  await reconnect();
  expect(keptEvents()).toEqual([3, 4, 5, 6, 7, 8, 9, 10]);
});

test('PWA-05 an event that is opened once goes after 14 days, although it is read again each day', async () => {
  const { look, reconnect } = visit();
  await look(7);
  for (let day = 1; day <= 13; day += 1) {
    clock.set(clock.now() + DAY_MS - MINUTE_MS);
    await reconnect();
  }
  expect([keptEvents(), [...entries.values()][0]?.data]).toEqual([[7], { again: true }]);
  clock.set(clock.now() + DAY_MS);
  await reconnect();
  expect(keptEvents()).toEqual([]);
});

test('PWA-05 an event that is opened without a network counts as opened, and its data still go 14 days after they were read', async () => {
  const before = visit();
  for (let eventId = 1; eventId <= 8; eventId += 1) await before.look(eventId);
  before.kept.stop();
  clock.set(clock.now() + 13 * DAY_MS);
  const { client, kept, look } = visit();
  void client.prefetchQuery({ queryKey: ['event', 1], queryFn: () => new Promise(() => {}) });
  await pass(MINUTE_MS);
  expect(client.getQueryData(['event', 1])).toEqual({ eventId: 1 });
  await look(9);
  client.clear();
  kept.stop();
  visit();
  await pass(MINUTE_MS);
  expect(keptEvents()).toEqual([1, 3, 4, 5, 6, 7, 8, 9]);
  clock.set(clock.now() + DAY_MS);
  visit();
  await pass(MINUTE_MS);
  expect(keptEvents()).toEqual([9]);
});

test('PWA-05 an event that is opened while it is read again in the background counts as opened', async () => {
  const { kept, look, reconnect } = visit();
  for (let eventId = 1; eventId <= 8; eventId += 1) await look(eventId);
  const answer = Promise.withResolvers<void>();
  answered = answer.promise;
  kept.recheck();
  await pass(5_000);
  for (const eventId of [8, 1]) await look(eventId);
  answer.resolve();
  await pass(MINUTE_MS);
  await look(9);
  await reconnect();
  expect(keptEvents()).toEqual([1, 3, 4, 5, 6, 7, 8, 9]);
});
