import type { Mute } from '@hereabouts/contract/notification-settings';
import { used } from '@hereabouts/testing/used-hook';
import { expect, test, vi } from 'vitest';
import { useMuteChat } from './mute-queries.ts';

type Asked = { body: { for: Mute | null } };
const call = vi.hoisted(() => vi.fn<(_route: unknown, asked: Asked) => Promise<unknown>>());
vi.mock('#web/lib/api/api.ts', async (original) => ({ ...(await original<object>()), call }));

test('PUSH-02 of two choices how long a chat is mute the last stays, however late the first arrives', async () => {
  const first = Promise.withResolvers<void>();
  const stored: (Mute | null)[] = [];
  call.mockImplementation(async (_route, { body }) => {
    if (body.for === 'hour') await first.promise;
    stored.push(body.for);
    return { mute: null };
  });
  const { mutateAsync: mute } = used(() => useMuteChat(7));
  const chosen = [mute('hour'), mute(null)];
  await expect.poll(() => call.mock.calls.length).toBe(1);
  first.resolve();
  await Promise.all(chosen);
  expect(stored).toEqual(['hour', null]);
});
