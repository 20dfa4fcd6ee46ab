import { chatJoin } from '@hereabouts/contract/schemas/chat';
import type { ChatTopicEvents } from '@hereabouts/contract/realtime-messages';
import type { Context } from '#server/context.ts';
import type { TopicMember, TopicHandler } from '#server/realtime/topic-handler.ts';
import { topicNumber } from '#server/realtime/topic-id.ts';
import { presentJoin } from './present.ts';
import { joinChat } from './service.ts';

/** A recheck has no payload. */
const readJoin = (joinPayload: unknown) => chatJoin.safeParse(joinPayload ?? {});
const afterSeqOf = (joinPayload: unknown) => readJoin(joinPayload).data?.after_seq ?? null;

/** For people who can chat (CHAT-11). A join is answered with missed messages (CHAT-09); changed blocks lead to a refetch
 * (SAFE-01). */
export function handleChatTopic(ctx: Context): TopicHandler {
  const blockedOf = new WeakMap<TopicMember, unknown>();
  const changed: ChatTopicEvents['chat_changed'] = {};

  return {
    inJoinTurn: ({ viewer: { userId }, from }, joinPayload, join) =>
      afterSeqOf(joinPayload) === null ? null : ctx.catchUps({ userId, from }, join),
    async mayJoin(viewer, id, joinPayload) {
      const asked = readJoin(joinPayload);
      const eventId = topicNumber(id);
      if (eventId === null || !asked.success) return { ok: false, reason: 'not_found' };
      const afterSeq = asked.data.after_seq ?? null;
      const joined = await joinChat(ctx, viewer, eventId, afterSeq);
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
