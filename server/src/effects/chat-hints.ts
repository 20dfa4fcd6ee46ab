import { userTopic } from '@hereabouts/contract/realtime';
import type { UserTopicEvents } from '@hereabouts/contract/realtime-messages';
import { createBacklog } from '#server/async/backlog.ts';
import type { Clock } from '#server/clock.ts';
import type { Realtime } from '#server/realtime/realtime.ts';

/** `uncounted`: what never counts as unread. */
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

/** Nobody waits for the hints: one chat is counted at a time. */
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
