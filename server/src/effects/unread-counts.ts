import { userTopic } from '@hereabouts/contract/realtime';
import type { UserTopicEvents } from '@hereabouts/contract/realtime-messages';
import { createBacklog } from '#server/async/backlog.ts';
import type { Clock } from '#server/clock.ts';
import type { Realtime } from '#server/realtime/realtime.ts';

const PEOPLE_PER_BATCH = 20;

export type UnreadCountParts = {
  realtime: Pick<Realtime, 'publish' | 'mayReach'>;
  clock: Clock;
  countUnread: (userIds: readonly string[]) => Promise<readonly { user_id: string; unread_count: number }[]>;
  onError: (error: unknown) => void;
};

/** For people with a page open. Nobody waits for it; counting in batches bounds what a flood of changes costs. */
export function createUnreadCounts(parts: UnreadCountParts): (userIds: Iterable<string>) => void {
  const { realtime, clock, countUnread, onError } = parts;
  const backlog = createBacklog<string>({
    clock,
    size: PEOPLE_PER_BATCH,
    async work(userIds) {
      for (const { user_id, unread_count } of await countUnread(userIds)) {
        const payload: UserTopicEvents['notifications_changed'] = { unread_count };
        realtime.publish(userTopic(user_id), 'notifications_changed', payload);
      }
    },
    onError,
  });
  return (userIds) => backlog.add([...userIds].filter((userId) => realtime.mayReach(userTopic(userId))));
}
