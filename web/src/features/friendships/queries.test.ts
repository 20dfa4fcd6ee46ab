import type { ContactTab } from '@hereabouts/contract/friendships';
import { environmentManager, InfiniteQueryObserver, QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { contactsQuery } from './queries.ts';

type Asked = { query: { cursor?: string } };
const call = vi.hoisted(() => vi.fn<(_route: unknown, asked: Asked) => Promise<unknown>>());
vi.mock('#web/lib/api/api.ts', async (original) => ({ ...(await original<object>()), call }));

let client: QueryClient;
beforeEach(() => {
  vi.useFakeTimers();
  environmentManager.setIsServer(() => false);
  client = new QueryClient();
  call.mockImplementation(async (_route, { query: { cursor = '0' } }) => ({
    contacts: [],
    next_cursor: `${Number(cursor) + 1}`,
    counts: { friends: 0, pending: 0, sent: 0 },
  }));
});
afterEach(() => {
  client.clear();
  environmentManager.setIsServer(() => true);
  vi.useRealTimers();
});

const seconds = (count: number) => vi.advanceTimersByTimeAsync(count * 1_000);

/** Somebody has scrolled down to the end of the third page. */
async function readOn(tab: ContactTab, pages = 3): Promise<() => void> {
  const list = new InfiniteQueryObserver(client, contactsQuery(tab, ''));
  const leave = list.subscribe(() => {});
  await seconds(0);
  for (let page = 1; page < pages; page++) await list.fetchNextPage();
  call.mockClear();
  return leave;
}

/** As while there is no socket. */
async function pollFor(minutes: number): Promise<number> {
  for (let polls = 0; polls < minutes * 4; polls++) {
    void client.invalidateQueries({}, { cancelRefetch: false });
    await seconds(15);
  }
  return call.mock.calls.length;
}

test('CONT-09 RT-03 people to discover are read again the less often the more of them were read', async () => {
  const leave = await readOn('discover');
  // Three pages every 45 s.
  expect(await pollFor(9)).toBe(36);
  leave();
});

test.each([
  ['friends', 3],
  ['discover', 1],
] as const)('RT-03 %s, %d pages long, are read again with each poll', async (tab, pages) => {
  const leave = await readOn(tab, pages);
  expect(await pollFor(1)).toBe(4 * pages);
  leave();
});

test('CONT-09 what changes soon after Discover was read is read later, once', async () => {
  const leave = await readOn('discover');
  for (let hints = 0; hints < 10; hints++) void client.invalidateQueries({ queryKey: ['contacts'] });
  await seconds(44);
  expect(call).not.toHaveBeenCalled();
  await seconds(1);
  expect(call).toHaveBeenCalledTimes(3);
  await seconds(300);
  expect(call).toHaveBeenCalledTimes(3);
  leave();
});
