import type { LivePage } from '@hereabouts/contract/live';
import { QueryObserver, type QueryClient } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { receiveUnreadCount } from '#web/features/notifications/unread.ts';
import { liveKey, receiveMeetingPoint } from '#web/live/queries.ts';
import { createQueryClient } from './query-client.ts';

const [pier, castle] = ['The pier', 'The castle'].map(
  (name) => ({ name }) as NonNullable<LivePage['meeting_point']>,
);

/** Messages of two processes may arrive in another order than the changes were made. */
test.each([
  {
    what: 'LIVE-09 an older meeting point',
    queryKey: liveKey(7),
    older: { meeting_point: pier },
    newer: { meeting_point: castle },
    receiveOlder: (client: QueryClient) => receiveMeetingPoint(client, 7, pier ?? null),
  },
  {
    what: 'NOTE-01 an older count of unread notifications',
    queryKey: ['notifications', 'unread'],
    older: 1,
    newer: 2,
    receiveOlder: (client: QueryClient) => receiveUnreadCount(client, 1),
  },
])(
  '$what that arrives late does not stay, and a flood of them makes few reads',
  async ({ queryKey, older, newer, receiveOlder }) => {
    const client = createQueryClient();
    let reads = 0;
    const queryFn = async (): Promise<unknown> => {
      reads += 1;
      return newer;
    };
    const observer = new QueryObserver(client, { queryKey, queryFn });
    const leave = observer.subscribe(() => {});
    const shown = () => observer.getCurrentResult().data;
    await expect.poll(shown).toEqual(newer);
    for (let count = 0; count < 10; count += 1) receiveOlder(client);
    expect(shown()).toEqual(older);
    await expect.poll(shown).toEqual(newer);
    expect(reads).toBeLessThan(5);
    leave();
  },
);
