import { chatJoin } from '@hereabouts/contract/schemas/chat';
import type { ChatTopicEvents } from '@hereabouts/contract/realtime-messages';
import type { Context } from '#server/context.ts';
import { HttpError } from '#server/http/errors.ts';
import type { TopicMember, TopicHandler } from '#server/realtime/topic-handler.ts';
import { topicNumber } from '#server/realtime/topic-id.ts';
import { presentJoin } from './present.ts';
import { joinChat } from './service.ts';

/** `chat:{eventId}`: for people who can chat (CHAT-11). The answer to a join has the messages after the given
 * one (CHAT-09). A member whose blocks have changed is told to refetch (SAFE-01). */
export function handleChatTopic(ctx: Context): TopicHandler {
  const blockedOf = new WeakMap<TopicMember, unknown>();
  const changed: ChatTopicEvents['chat_changed'] = {};

  return {
    async mayJoin(viewer, id, joinPayload) {
      // A recheck has no payload.
      const asked = chatJoin.safeParse(joinPayload ?? {});
      const eventId = topicNumber(id);
      if (eventId === null || !asked.success) return { ok: false, reason: 'not_found' };
      const afterSeq = asked.data.after_seq ?? null;
      const joined = await joinChat(ctx, viewer, eventId, afterSeq).catch((error: unknown) => {
        if (error instanceof HttpError && error.code === 'rate_limited') return 'rate_limited' as const;
        throw error;
      });
      if (joined === 'rate_limited') return { ok: false, reason: joined };
      if (joined === null) return { ok: false, reason: 'not_found' };
      return { ok: true, reply: presentJoin(joined, afterSeq !== null), grant: joined.blocked };
    },
    granted(_, member) {
      const before = blockedOf.get(member);
      blockedOf.set(member, member.grant);
      if (before !== undefined && before !== member.grant) member.send('chat_changed', changed);
    },
  };
}
