import { used } from '@hereabouts/testing/used-hook';
import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { expect, test, vi } from 'vitest';
import { useLetBackIn } from './removal-queries.ts';

vi.mock('#web/lib/api/api.ts', async (original) => ({
  ...(await original<object>()),
  call: () => Promise.resolve(),
}));
vi.mock('./queries.ts', () => ({ eventKey: () => ['event'] }));

test('HOST-06 the others can be let back in before the event is read again', async () => {
  const client = new QueryClient();
  const reading = new QueryObserver(client, { queryKey: ['event'], queryFn: () => new Promise(() => {}) });
  const stop = reading.subscribe(() => {});
  const { mutateAsync: letBackIn } = used(() => useLetBackIn(7), client);
  const done = vi.fn<() => void>();
  void letBackIn('tom').then(done);
  await expect.poll(() => done.mock.calls.length).toBe(1);
  expect(reading.getCurrentResult().fetchStatus).toBe('fetching');
  stop();
});
