import { used } from '@hereabouts/testing/used-hook';
import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { expect, test, vi } from 'vitest';
import { offerKey, useJoin, useRemoveGuests } from './queries.ts';

const call = vi.hoisted(() => vi.fn<() => Promise<unknown>>());
vi.mock('#web/lib/api/api.ts', () => ({ call }));

/** A page whose next reading never ends. */
function readingOf(queryKey: readonly unknown[]) {
  const client = new QueryClient();
  const reading = new QueryObserver(client, { queryKey, queryFn: () => new Promise(() => {}) });
  return { client, stop: reading.subscribe(() => {}) };
}

test('LINK-02 an answer by a link that failed is said to have failed before the offer is read again', async () => {
  const { client, stop } = readingOf(offerKey('token', 'marie'));
  call.mockRejectedValueOnce(new TypeError('no network'));
  const { mutateAsync: join } = used(() => useJoin('token', 'marie'), client);
  const failed = vi.fn<() => void>();
  join({ status: 'accepted' }).catch(failed);
  await expect.poll(() => failed.mock.calls.length).toBe(1);
  expect(client.isFetching()).toBe(1);
  stop();
});

test('GUEST-03 removing all guests without an account is over before the event is read again', async () => {
  const { client, stop } = readingOf(['event', 7]);
  call.mockResolvedValueOnce({ removed: 2 });
  const { mutateAsync: removeAll } = used(() => useRemoveGuests(7), client);
  const done = vi.fn<(answer: unknown) => void>();
  void removeAll().then(done);
  await expect.poll(() => done.mock.calls).toEqual([[{ removed: 2 }]]);
  expect(client.isFetching()).toBe(1);
  stop();
});
