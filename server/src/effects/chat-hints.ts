import { userTopic } from '@hereabouts/contract/realtime';
import type { UserTopicEvents } from '@hereabouts/contract/realtime-messages';
import { createBacklog } from '#server/async/backlog.ts';
import type { Clock } from '#server/clock.ts';
import type { Realtime } from '#server/realtime/realtime.ts';

/** Of those who can chat and whom `isReached` names: how far the log goes, and what of it never counts as unread. */
export type ListChatMembers = (
  eventId: number,
  isReached: (userId: string) => boolean,
) => Promise<readonly { user_id: string; uncounted: number; last_seq: number }[]>;

export type ChatHintParts = {
  realtime: Pick<Realtime, 'publish' | 'mayReach'>;
  clock: Clock;
  listChatMembers: ListChatMembers;
  onError: (error: unknown) => void;
};

/** Tells everybody who can chat and has a page open that the log has grown. Nobody waits for it: one chat is counted at a time. */
export function createChatHints(parts: ChatHintParts): (eventId: number) => void {
  const { realtime, clock, listChatMembers, onError } = parts;
  const isReached = (userId: string) => realtime.mayReach(userTopic(userId));
  const tell = async (eventId: number): Promise<void> => {
    for (const { user_id, ...told } of await listChatMembers(eventId, isReached)) {
      const payload: UserTopicEvents['chat_advanced'] = { event_id: eventId, ...told };
      realtime.publish(userTopic(user_id), 'chat_advanced', payload);
    }
  };
  const backlog = createBacklog<number>({
    clock,
    size: 1,
    async work(eventIds) {
      for (const eventId of eventIds) await tell(eventId);
    },
    onError,
  });
  return (eventId) => backlog.add([eventId]);
}
