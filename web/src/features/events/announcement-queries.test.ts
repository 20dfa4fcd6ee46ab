import { used } from '@hereabouts/testing/used-hook';
import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { expect, test, vi } from 'vitest';
import { ApiError } from '#web/lib/api/api.ts';
import { announceProblem, useAnnounce, useTakeDown } from './announcement-queries.ts';

type Asked = { body: { id: string; message: string }; query: object };
const call = vi.hoisted(() => vi.fn<(_route: unknown, asked: Asked) => Promise<void>>());
vi.mock('#web/lib/api/api.ts', async (original) => ({ ...(await original<object>()), call }));
vi.mock('./queries.ts', () => ({ eventKey: () => ['event'] }));

test('HOST-05 a retry has the id of the announcement whose answer was lost, and a corrected one its own', async () => {
  const { mutateAsync } = used(() => useAnnounce(7, () => {}));
  const announce = (message: string) => mutateAsync(message).catch(() => {});
  call.mockRejectedValue(new Error('no answer'));
  for (const message of ['At 7', 'At 7', 'At 8']) await announce(message);
  call.mockResolvedValue();
  for (const message of ['At 8', 'At 8']) await announce(message);
  const ids = call.mock.calls.map(([, { body }]) => body.id);
  // The last one is meant to be announced once more.
  expect(ids.map((id) => ids.indexOf(id))).toEqual([0, 0, 2, 2, 4]);
});

test('HOST-05 the announcement that was shown is taken down, and one that came meanwhile stays', async () => {
  const client = new QueryClient();
  const shown = () => client.getQueryData(['event']);
  client.setQueryData(['event'], { announcement: { made_at: 'later' } });
  call.mockResolvedValue();
  const { mutateAsync: takeDown } = used(() => useTakeDown(7), client);
  await takeDown('earlier');
  expect(call.mock.lastCall?.[1].query).toEqual({ up_to: 'earlier' });
  expect(shown()).toEqual({ announcement: { made_at: 'later' } });
  await takeDown('later');
  expect(shown()).toEqual({ announcement: null });
});

test('HOST-05 announcing and taking down are over before the event is read again', async () => {
  const client = new QueryClient();
  const reading = new QueryObserver(client, { queryKey: ['event'], queryFn: () => new Promise(() => {}) });
  const stop = reading.subscribe(() => {});
  call.mockResolvedValue();
  const { mutateAsync: announce } = used(() => useAnnounce(7, () => {}), client);
  const { mutateAsync: takeDown } = used(() => useTakeDown(7), client);
  const done = vi.fn<() => void>();
  void announce('At 7').then(done);
  await expect.poll(() => done.mock.calls.length).toBe(1);
  void takeDown('earlier').then(done);
  await expect.poll(() => done.mock.calls.length).toBe(2);
  expect(reading.getCurrentResult().fetchStatus).toBe('fetching');
  stop();
});

test('HOST-05 ERR-05 a refused announcement shows the words of the limit that refused it', () => {
  const problemOf = (status: number, code: 'rate_limited' | 'internal' | null) =>
    announceProblem(new ApiError(status, code, 'Words of the server'));
  expect(problemOf(429, 'rate_limited')).toBe('Words of the server');
  for (const [status, code] of [
    [500, 'internal'],
    [429, null],
  ] as const)
    expect(problemOf(status, code)).toBe('The announcement could not be sent. Please try again.');
});
