import { userTopic } from '@hereabouts/contract/realtime';
import type { UserTopicEvents } from '@hereabouts/contract/realtime-messages';
import type { FastifyBaseLogger } from 'fastify';
import { createSemaphore } from '#server/async/semaphore.ts';
import type { Realtime } from '#server/realtime/realtime.ts';

/** Of those who can chat and whom `isReached` names: how far the log goes, and what of it never counts as unread. */
export type ListChatMembers = (
  eventId: number,
  isReached: (userId: string) => boolean,
) => Promise<readonly { user_id: string; uncounted: number; last_seq: number }[]>;

export type ChatHintParts = {
  realtime: Pick<Realtime, 'publish' | 'mayReach'>;
  log: Pick<FastifyBaseLogger, 'error'>;
  queries: { listChatMembers: ListChatMembers };
};

/** Tells everybody who can chat and has a page open that the log has grown. Nobody waits for it: chats take turns, so that
 * however many grow, one count is in the database. */
export function createChatHints({ realtime, log, queries }: ChatHintParts): (eventId: number) => void {
  const counts = createSemaphore({ running: 1, waiting: Infinity });
  const waiting = new Set<number>();
  const isReached = (userId: string) => realtime.mayReach(userTopic(userId));

  const tell = async (eventId: number): Promise<void> => {
    // What is stored from here on may be missing in this count.
    waiting.delete(eventId);
    try {
      for (const { user_id, ...told } of await queries.listChatMembers(eventId, isReached)) {
        const payload: UserTopicEvents['chat_advanced'] = { event_id: eventId, ...told };
        realtime.publish(userTopic(user_id), 'chat_advanced', payload);
      }
    } catch (error) {
      log.error({ err: error, eventId }, 'could not publish that a chat has advanced');
    }
  };

  return (eventId) => {
    if (waiting.has(eventId)) return;
    waiting.add(eventId);
    void counts.run(() => tell(eventId), `${eventId}`);
  };
}
