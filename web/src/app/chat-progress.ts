import type { ChatProgress } from '@hereabouts/contract/chat-progress';
import type { EventDetail, HomePage } from '@hereabouts/contract/events';
import { UNREAD_MAX } from '@hereabouts/contract/limits';
import type { InfiniteData, QueryClient } from '@tanstack/react-query';
import { applyServerUpdate } from '#web/lib/api/cache-updates.ts';

const isSame = (one: ChatProgress, other: ChatProgress): boolean =>
  one.last_seq === other.last_seq && one.read_seq === other.read_seq && one.uncounted === other.uncounted;

/** Number of unread messages older than the latest `UNREAD_MAX`; they are not counted. */
const tooOld = ({ last_seq, read_seq }: Pick<ChatProgress, 'last_seq' | 'read_seq'>): number =>
  Math.max(last_seq - UNREAD_MAX - read_seq, 0);

/** Updates unread counts without refetching (CHAT-12): a busy chat would refetch home every second. `last_seq` and `read_seq`
 * never decrease. */
export function applyChatProgress(
  client: QueryClient,
  eventId: number,
  progress: Partial<ChatProgress>,
): void {
  const apply = <T extends { id: number; chat: ChatProgress | null }>(event: T): T => {
    if (event.id !== eventId || event.chat === null) return event;
    const lastSeq = Math.max(event.chat.last_seq, progress.last_seq ?? 0, progress.read_seq ?? 0);
    const readSeq = Math.max(event.chat.read_seq, progress.read_seq ?? 0);
    const ends = { last_seq: lastSeq, read_seq: readSeq };
    const known = event.chat.uncounted - tooOld(event.chat) + tooOld(ends);
    const chat: ChatProgress = {
      ...ends,
      uncounted: Math.min(progress.uncounted ?? known, lastSeq - readSeq),
    };
    return isSame(chat, event.chat) ? event : { ...event, chat };
  };
  applyServerUpdate<InfiniteData<HomePage, string | null>>(
    client,
    ['home'],
    (home) =>
      home && {
        ...home,
        pages: home.pages.map((page) => ({ ...page, events: page.events.map(apply) })),
      },
  );
  applyServerUpdate<EventDetail>(client, ['event', eventId], (event) => event && apply(event));
}
