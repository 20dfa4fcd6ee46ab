import { userTopic } from '@hereabouts/contract/realtime';
import type { UserTopicEvents } from '@hereabouts/contract/realtime-messages';
import { restSince } from '#server/async/rest.ts';
import type { Clock } from '#server/clock.ts';
import type { Realtime } from '#server/realtime/realtime.ts';

/** Of a statement. */
const PEOPLE_AT_ONCE = 20;

export type UnreadCountParts = {
  realtime: Pick<Realtime, 'publish' | 'mayReach'>;
  clock: Clock;
  countUnread: (userIds: readonly string[]) => Promise<readonly { user_id: string; unread_count: number }[]>;
  onError: (error: unknown) => void;
};

export type UnreadCounts = {
  /** Resolves once the first people are counted, or at once while others are. */
  publish(userIds: Iterable<string>): Promise<void>;
};

/** Publishes people's numbers of unread notifications: one statement at a time, with a rest after it. Somebody who is told of
 * more while they wait is counted once, so that no flood of changes makes a flood of counts. */
export function createUnreadCounts({
  realtime,
  clock,
  countUnread,
  onError,
}: UnreadCountParts): UnreadCounts {
  const waiting = new Set<string>();
  let isBusy = false;

  const countSome = async () => {
    const userIds = [...waiting].slice(0, PEOPLE_AT_ONCE);
    for (const userId of userIds) waiting.delete(userId);
    for (const { user_id, unread_count } of await countUnread(userIds)) {
      const payload: UserTopicEvents['notifications_changed'] = { unread_count };
      realtime.publish(userTopic(user_id), 'notifications_changed', payload);
    }
  };

  const countOthers = async (first: Promise<void>) => {
    let startedMs = clock.now();
    await first.catch(() => {});
    await restSince(clock, startedMs);
    while (waiting.size > 0) {
      startedMs = clock.now();
      await countSome().catch(onError);
      await restSince(clock, startedMs);
    }
    isBusy = false;
  };

  return {
    async publish(userIds) {
      for (const userId of userIds) if (realtime.mayReach(userTopic(userId))) waiting.add(userId);
      if (isBusy || waiting.size === 0) return;
      isBusy = true;
      const first = countSome();
      void countOthers(first);
      await first;
    },
  };
}
