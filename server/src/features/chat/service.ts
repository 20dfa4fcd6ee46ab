import {
  CHAT_CATCH_UP_MAX,
  CHAT_PAGE,
  CHAT_PAGE_MAX_BYTES,
  type ChatMessage,
} from '@hereabouts/contract/chat';
import type { Role } from '#server/access/event-roles.ts';
import { nowIso } from '#server/clock.ts';
import type { Context } from '#server/context.ts';
import { isForeignKeyViolation } from '#server/db/errors.ts';
import { Effects } from '#server/effects/effects.ts';
import { HttpError, notFound } from '#server/http/errors.ts';
import type { Viewer } from '#server/http/viewer.ts';
import { chatRefusal, hiddenMessage } from './policy.ts';
import { saveRead, type ReadRow } from './read-repo.ts';
import * as repo from './repo.ts';

/** @throws HttpError `not_found`, `forbidden` for a viewer who sees the event but cannot chat (CHAT-11) */
export function requireChat<Row extends Role>(viewer: Viewer, row: Row | undefined): Row {
  if (row === undefined) throw notFound();
  const refusal = chatRefusal(viewer, row);
  if (refusal !== null) throw new HttpError('forbidden', refusal);
  return row;
}

/** People from whom the author is hidden get the hint without content. */
export function collectAdded(
  after: Effects,
  eventId: number,
  message: ChatMessage,
  hiddenFrom: readonly string[],
): void {
  const override =
    hiddenFrom.length > 0 ? { userIds: hiddenFrom, payload: hiddenMessage(message) } : undefined;
  after.publishToChat(eventId, 'message_added', message, override).publishChatAdvanced(eventId);
}

/** The latest page, or the one before or after a message (CHAT-10). The first open creates the room (CHAT-07). @throws HttpError
 * `not_found`, `forbidden` as `requireChat`, `invalid` for both ends */
export async function openChat(
  ctx: Context,
  viewer: Viewer,
  eventId: number,
  query: { before?: number | undefined; after?: number | undefined; limit?: number | undefined },
): Promise<repo.ChatRow & { hasMore: boolean }> {
  const { before = Number.MAX_SAFE_INTEGER, after, limit = CHAT_PAGE } = query;
  if (query.before !== undefined && after !== undefined) {
    throw new HttpError('invalid', 'Please ask for messages before one or after one');
  }
  const place = after === undefined ? { before } : { after };
  const asked = { eventId, viewerId: viewer.userId, place, limit, maxBytes: CHAT_PAGE_MAX_BYTES };
  const chat = requireChat(viewer, await repo.findPage(ctx.db, asked));
  if (chat.room_id === null) await makeRoom(ctx, eventId);
  // The log has no gaps.
  const first = chat.messages[0]?.seq ?? 1;
  const last = chat.messages.at(-1)?.seq ?? chat.last_seq;
  return { ...chat, hasMore: after === undefined ? first > 1 : last < chat.last_seq };
}

async function makeRoom(ctx: Context, eventId: number): Promise<void> {
  await repo.insertRoom(ctx.db, eventId, nowIso(ctx)).catch((error: unknown) => {
    throw isForeignKeyViolation(error) ? notFound() : error;
  });
}

export type Joined = Pick<repo.ChatRow, 'messages' | 'last_seq' | 'removed_count' | 'blocked'>;

/** With the messages after `afterSeq` that fit into a reply; null without access. Call it once the topic holds messages for the
 * viewer, so that none is missed. */
export async function joinChat(
  ctx: Context,
  viewer: Viewer,
  eventId: number,
  afterSeq: number | null,
): Promise<Joined | null> {
  const viewerId = viewer.userId;
  if (afterSeq === null) {
    const access = await repo.findAccess(ctx.db, eventId, viewerId);
    return access === undefined || chatRefusal(viewer, access) !== null ? null : { ...access, messages: [] };
  }
  const asked = {
    eventId,
    viewerId,
    place: { after: afterSeq },
    limit: CHAT_CATCH_UP_MAX,
    maxBytes: CHAT_PAGE_MAX_BYTES,
  };
  const chat = await repo.findPage(ctx.db, asked);
  return chat === undefined || chatRefusal(viewer, chat) !== null ? null : chat;
}

export { countUncountedOfReached } from './read-repo.ts';

/** Up to a message, never back (CHAT-12, PUSH-05). @throws HttpError `not_found`, `forbidden` as `requireChat` */
export async function markChatRead(
  ctx: Context,
  viewer: Viewer,
  eventId: number,
  { seq, shownSeq }: { seq: number; shownSeq: number },
): Promise<ReadRow> {
  const marks = { eventId, viewerId: viewer.userId, seq, shownSeq };
  const read = requireChat(viewer, await saveRead(ctx.db, marks));
  if (read.has_advanced) {
    const { read_seq, uncounted } = read;
    const progress = { event_id: eventId, read_seq, uncounted };
    await ctx.perform(new Effects().publishToUser(viewer.userId, 'chat_read', progress));
  }
  return read;
}
