import {
  CHAT_CATCH_UP_MAX,
  CHAT_TEXTS,
  CHAT_PAGE,
  CHAT_PAGE_MAX_BYTES,
  type ChatMessage,
} from '@hereabouts/contract/chat';
import { EVENT_TEXTS } from '@hereabouts/contract/event-problems';
import { createBatcher, type Batcher } from '#server/async/batch.ts';
import { nowIso } from '#server/clock.ts';
import type { Context } from '#server/context.ts';
import type { Queryable } from '#server/db/database.ts';
import { isForeignKeyViolation, isUniqueViolation } from '#server/db/errors.ts';
import { Effects } from '#server/effects/effects.ts';
import { HttpError, notFound, rateLimited } from '#server/http/errors.ts';
import type { Viewer } from '#server/http/viewer.ts';
import type { Refusal } from '#server/rate-limits/shared-limits.ts';
import { chatRefusal, hiddenMessage } from './policy.ts';
import * as repo from './repo.ts';

/** Messages of one room that one statement adds. */
const BATCH_MAX = 64;

/** @throws HttpError `not_found`, `forbidden` for who may see the event and not chat (CHAT-11) */
function requireChat<Row extends Pick<repo.AccessRow, 'created_by' | 'my_status'>>(
  viewer: Viewer,
  row: Row | undefined,
): Row {
  if (row === undefined) throw notFound();
  const refusal = chatRefusal(viewer, row);
  if (refusal !== null) throw new HttpError('forbidden', refusal);
  return row;
}

/**
 * A page of the log: the latest messages, those before one, or those after one (CHAT-10). The first who opens a chat
 * makes its room (CHAT-07).
 * @throws HttpError `not_found`, `forbidden` for who may see the event and not chat (CHAT-11), `invalid` for both ends
 */
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
  const found = await repo.findPage(ctx.db, {
    eventId,
    viewerId: viewer.userId,
    place,
    limit,
    maxBytes: CHAT_PAGE_MAX_BYTES,
  });
  const chat = requireChat(viewer, found);
  if (chat.room_id === null) await makeRoom(ctx, eventId);
  // Without gaps in the log its ends tell whether there is more.
  const first = chat.messages[0]?.seq ?? 1;
  const last = chat.messages.at(-1)?.seq ?? chat.last_seq;
  return { ...chat, hasMore: after === undefined ? first > 1 : last < chat.last_seq };
}

async function makeRoom(ctx: Context, eventId: number): Promise<void> {
  await repo.insertRoom(ctx.db, eventId, nowIso(ctx)).catch((error: unknown) => {
    throw isForeignKeyViolation(error) ? notFound() : error;
  });
}

/** What joining the chat's topic finds out. `blocked` changes with whom the viewer has blocked. */
export type Joined = Pick<repo.ChatRow, 'messages' | 'last_seq' | 'blocked'>;

/**
 * Where the log stands, and what came after `afterSeq`, as far as a join hands it over; null for who may not chat. Call it
 * once the topic's messages are being kept for the viewer.
 */
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
    // Far below what a slow reader may leave unread.
    maxBytes: CHAT_PAGE_MAX_BYTES,
  };
  const chat = await ctx.heavyReads(viewerId, () => repo.findPage(ctx.db, asked));
  return chat === undefined || chatRefusal(viewer, chat) !== null ? null : chat;
}

/** `refused`: its sender may not write, or (no row) does not see the event. */
type Sent =
  | { name: 'added'; message: ChatMessage }
  | { name: 'known'; known: repo.KnownRow }
  | { name: 'refused'; row: repo.DraftRow | undefined };
/** The messages of a room are stored one batch after the other, so that they do not wait for its row in the database. */
export type Sending = Batcher<number, repo.Draft, Sent>;

/** One for the whole app: two would wait for each other in the database. */
export const createSending = (ctx: Context): Sending =>
  createBatcher(BATCH_MAX, (eventId, drafts) => storeBatch(ctx, eventId, drafts));

/**
 * Says something in the chat. The same id again is answered with the message that is stored (CHAT-09).
 * @throws HttpError `not_found`, `forbidden` for who may see the event and not chat (CHAT-11), `event_cancelled`
 * (SAFE-04), `conflict` for the id of another message, `rate_limited` for who has written too much in a day; what is
 * stored is answered even then
 */
export async function sendMessage(
  ctx: Context,
  sending: Sending,
  viewer: Viewer,
  eventId: number,
  { id, message, now }: { id: string; message: string; now: string },
): Promise<ChatMessage> {
  const draft = { id, userId: viewer.userId, message, now };
  const cost = { userId: viewer.userId, eventId, text: message };
  const refusal = await ctx.chatBudget.take(cost);
  const sent: Sent =
    refusal === null ? await sending.add(eventId, draft) : await findSent(ctx, eventId, draft, refusal);
  if (sent.name === 'added') return sent.message;
  if (refusal === null) ctx.chatBudget.giveBack(cost);
  if (sent.name === 'refused') requireChat(viewer, sent.row);
  // Nobody writes in the chat of a cancelled event, but what was stored before is still answered.
  const known = sent.name === 'known' ? sent.known : await repo.findKnown(ctx.db, eventId, draft);
  if (known === undefined) throw new HttpError('event_cancelled', EVENT_TEXTS.cancelled);
  if (known.is_own !== true) throw new HttpError('conflict', CHAT_TEXTS.idTaken);
  return addedMessage(
    { ...draft, message: known.message, now: known.created_at },
    { ...known, kind: 'text' },
  );
}

/** What was stored of a draft before. @throws HttpError `rate_limited` for one that is not known */
async function findSent(ctx: Context, eventId: number, draft: repo.Draft, refusal: Refusal): Promise<Sent> {
  const known = await repo.findKnown(ctx.db, eventId, draft);
  if (known === undefined) throw rateLimited(refusal.waitMs);
  return { name: 'known', known };
}

/**
 * Counts a line that is about to be added to a chat towards what its author may write in a day. Not inside a transaction.
 * @throws HttpError `rate_limited`
 */
export async function chargeLine(ctx: Context, viewer: Viewer, eventId: number, text: string): Promise<void> {
  const refusal = await ctx.chatBudget.take({ userId: viewer.userId, eventId, text });
  if (refusal !== null) throw rateLimited(refusal.waitMs);
}

/** Stores a batch and publishes it. One bad draft does not spoil the others: what fails together is tried apart. */
async function storeBatch(ctx: Context, eventId: number, drafts: readonly repo.Draft[]): Promise<Sent[]> {
  const [first] = drafts;
  if (first === undefined) return [];
  if (drafts.length === 1) return [await storeOne(ctx, eventId, first)];
  if (new Set(drafts.map(({ id }) => id)).size === drafts.length) {
    try {
      return publishStored(ctx, eventId, drafts, await repo.insertMessages(ctx.db, eventId, drafts));
    } catch (error) {
      if (!isUniqueViolation(error) && !isForeignKeyViolation(error)) throw error;
    }
  }
  const sent: Sent[] = [];
  for (const draft of drafts) sent.push(await storeOne(ctx, eventId, draft));
  return sent;
}

async function storeOne(ctx: Context, eventId: number, draft: repo.Draft): Promise<Sent> {
  try {
    const rows = await repo.insertMessages(ctx.db, eventId, [draft]);
    return publishStored(ctx, eventId, [draft], rows)[0] ?? { name: 'refused', row: undefined };
  } catch (error) {
    // Event or person went meanwhile.
    if (isForeignKeyViolation(error)) return { name: 'refused', row: undefined };
    const known = isUniqueViolation(error) ? await repo.findKnown(ctx.db, eventId, draft) : undefined;
    if (known === undefined) throw error;
    return { name: 'known', known };
  }
}

/** Publishes what was added, in the order of the log, without anybody waiting for it. */
function publishStored(
  ctx: Context,
  eventId: number,
  drafts: readonly repo.Draft[],
  rows: readonly repo.DraftRow[],
): Sent[] {
  const byNumber = new Map(rows.map((row) => [row.n, row]));
  const after = new Effects();
  const sent = drafts.map((draft, index): Sent => {
    const row = byNumber.get(index + 1);
    if (row?.seq == null) return { name: 'refused', row };
    const message = addedMessage(draft, { ...row, seq: row.seq, kind: 'text' });
    collectAdded(after, eventId, message, row.hidden_from);
    if (row.read_seq !== null) {
      const progress = { read_seq: row.read_seq, uncounted: 0 };
      after.publishToUser(draft.userId, 'chat_read', { event_id: eventId, ...progress });
    }
    return { name: 'added', message };
  });
  void ctx.perform(after);
  return sent;
}

const addedMessage = (
  draft: repo.Draft,
  { seq, kind, name, image }: { seq: number; kind: ChatMessage['kind']; name: string; image: string | null },
): ChatMessage => ({
  id: draft.id,
  seq,
  kind,
  message: draft.message,
  created_at: draft.now,
  sender: { id: draft.userId, name, image },
});

/** `hiddenFrom`: for whom the sender does not exist. */
function collectAdded(
  after: Effects,
  eventId: number,
  message: ChatMessage,
  hiddenFrom: readonly string[],
): void {
  const except = hiddenFrom.length > 0 ? { userIds: hiddenFrom, payload: hiddenMessage(message) } : undefined;
  after.publishToChat(eventId, 'message_added', message, except).chatAdvanced(eventId, message.seq);
}

/** For the hint that the chat has advanced: who may chat, and what they have not read and does not count. */
export const listMembers = (
  { db }: Pick<Context, 'db'>,
  eventId: number,
): Promise<{ user_id: string; uncounted: number }[]> => repo.listMembers(db, eventId);

/**
 * Says how far the viewer has read; an earlier place than before changes nothing (CHAT-12).
 * @throws HttpError `not_found`, `forbidden` for who may see the event and not chat
 */
export async function markChatRead(
  ctx: Context,
  viewer: Viewer,
  eventId: number,
  seq: number,
): Promise<repo.ReadRow> {
  const read = requireChat(viewer, await repo.saveRead(ctx.db, { eventId, viewerId: viewer.userId, seq }));
  if (read.has_advanced) {
    const { read_seq, uncounted } = read;
    const progress = { event_id: eventId, read_seq, uncounted };
    await ctx.perform(new Effects().publishToUser(viewer.userId, 'chat_read', progress));
  }
  return read;
}

export type MeetingPointLine = { message: ChatMessage; hiddenFrom: readonly string[] };

/**
 * For the live feature: a line about the new meeting point, in the transaction that sets it. Holds the room until the
 * commit, so let it be the last statement. The caller has seen to it that the person takes part and the event is on.
 * @throws a foreign key violation when event or person is gone
 */
export async function addMeetingPointLine(
  tx: Queryable,
  after: Effects,
  {
    eventId,
    userId,
    name,
    meetAt,
    id,
    now,
  }: { eventId: number; userId: string; name: string; meetAt: string | null; id: string; now: string },
): Promise<MeetingPointLine> {
  const draft = { id, userId, message: name, now };
  const row = await repo.insertLine(tx, eventId, draft, meetAt);
  const line = addedMessage(draft, { ...row, kind: 'meeting_point' });
  const message = meetAt === null ? line : { ...line, meet_at: meetAt };
  collectAdded(after, eventId, message, row.hidden_from);
  return { message, hiddenFrom: row.hidden_from };
}
