import { eventLinkRoutes } from '@hereabouts/contract/event-links';
import { used } from '@hereabouts/testing/used-hook';
import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { expect, test, vi } from 'vitest';
import { useLetBackIn, useRemoveGuest } from './removal-queries.ts';

const call = vi.hoisted(() => vi.fn<(route: unknown) => Promise<unknown>>(async () => {}));
vi.mock('#web/lib/api/api.ts', async (original) => ({ ...(await original<object>()), call }));
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

test.each([
  ['renewed', { token: 'A' }, true],
  ['renewed, also where it cannot be shown', { token: null }, true],
  ['not made where there is none', null, false],
] as const)('HOST-06 with a removal the invitation link is %s', async (_what, link, isRenewed) => {
  call.mockClear();
  call.mockImplementation(async (route) => (route === eventLinkRoutes.getEventLink ? { link } : undefined));
  const { mutateAsync: remove } = used(() => useRemoveGuest(7), new QueryClient());
  await remove({ user: { id: 'tom', name: 'Tom', image: null }, renewsLink: true });
  const asked = call.mock.calls.map(([route]) => route);
  expect(asked.includes(eventLinkRoutes.createEventLink)).toBe(isRenewed);
});
