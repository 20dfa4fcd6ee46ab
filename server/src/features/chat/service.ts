import {
  CHAT_CATCH_UP_MAX,
  CHAT_TEXTS,
  CHAT_PAGE,
  CHAT_PAGE_MAX_BYTES,
  type ChatMessage,
} from '@hereabouts/contract/chat';
import { EVENT_TEXTS } from '@hereabouts/contract/event-texts';
import { createBatcher, type Batcher } from '#server/async/batch.ts';
import { nowIso } from '#server/clock.ts';
import type { Context } from '#server/context.ts';
import type { Queryable } from '#server/db/database.ts';
import { isForeignKeyViolation, isUniqueViolation } from '#server/db/errors.ts';
import { Effects } from '#server/effects/effects.ts';
import { chatRoundJob } from '#server/features/push/service.ts';
import { HttpError, notFound, rateLimited } from '#server/http/errors.ts';
import { createInTurn } from '#server/http/in-turn.ts';
import type { Viewer } from '#server/http/viewer.ts';
import { recordRevocations } from '#server/instance/removals.ts';
import type { Refusal } from '#server/rate-limits/shared-limits.ts';
import type { Role } from '#server/access/event-roles.ts';
import { canTakeDown } from '#server/access/events.ts';
import { requireHost } from '#server/event-holds.ts';
import { addedMessage, chatRefusal, hiddenMessage, isOwn } from './policy.ts';
import * as repo from './repo.ts';

const BATCH_MAX = 64;

/** @throws HttpError `not_found`, `forbidden` for a viewer who sees the event but cannot chat (CHAT-11) */
function requireChat<Row extends Role>(viewer: Viewer, row: Row | undefined): Row {
  if (row === undefined) throw notFound();
  const refusal = chatRefusal(viewer, row);
  if (refusal !== null) throw new HttpError('forbidden', refusal);
  return row;
}

/** A page of the log: the latest, those before or those after a message (CHAT-10). The first open creates the room
 * (CHAT-07). @throws HttpError `not_found`, `forbidden` as `requireChat`, `invalid` for both ends */
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
  // The log has no gaps, so its ends tell whether there is more.
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

/** The end of the log, and the messages after `afterSeq` that fit into a join; null without access. Call it
 * once the topic's messages are being held for the viewer. */
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
  // Joins are few at once: each waits for the check of its access.
  const chat = await ctx.heavyReads({ userId: viewerId, from: viewerId }, () => repo.findPage(ctx.db, asked));
  return chat === undefined || chatRefusal(viewer, chat) !== null ? null : chat;
}

/** `refused`: the sender may not write, or (no row) cannot see the event. */
type Sent =
  | { name: 'added'; message: ChatMessage }
  | { name: 'known'; known: repo.KnownRow }
  | { name: 'refused'; row: repo.DraftRow | undefined };
/** One batch per room in flight, so that messages do not wait for the room's row. */
export type Sending = Batcher<number, repo.Draft, Sent>;

/** Chats that are written at once where the database has one connection: any number of them would fill its queue. */
const CHATS_AT_ONCE = 2;

/** One per app: two would block each other in the database. */
export function createSending(ctx: Context): Sending {
  const running = ctx.db.engine === 'pglite' ? CHATS_AT_ONCE : Infinity;
  const inTurn = createInTurn({ running, waiting: Infinity });
  return createBatcher(BATCH_MAX, (eventId, drafts) =>
    inTurn(`${eventId}`, () => storeBatch(ctx, eventId, drafts)),
  );
}

/** Sends a message. A repeated id returns the stored message (CHAT-09), even if sending would now be refused. @throws
 * HttpError `not_found`, `forbidden` as `requireChat`, `event_cancelled` (SAFE-04), `conflict` for the id of another
 * message, `rate_limited` beyond the limits */
export async function sendMessage(
  ctx: Context,
  sending: Sending,
  viewer: Viewer,
  eventId: number,
  { id, message, now, ip }: { id: string; message: string; now: string; ip: string },
): Promise<ChatMessage> {
  const draft = { id, userId: viewer.userId, message, now };
  const cost = { userId: viewer.userId, eventId, text: message, isAnonymous: viewer.isAnonymous, ip };
  const refusal = await ctx.chatBudget.take(cost);
  const sent =
    refusal === null
      ? await ctx.chatBudget.storeCharged(cost, () => sending.add(eventId, draft), isAdded)
      : await findSent(ctx, eventId, draft, refusal);
  if (sent.name === 'added') return sent.message;
  if (sent.name === 'refused') requireChat(viewer, sent.row);
  // A message stored before the cancellation is still returned.
  const known = sent.name === 'known' ? sent.known : await repo.findKnown(ctx.db, eventId, draft);
  if (known === undefined) throw new HttpError('event_cancelled', EVENT_TEXTS.cancelled);
  const isLine = known.kind === 'meeting_point' || known.kind === 'announcement';
  if (isLine || !isOwn(viewer, known)) throw new HttpError('conflict', CHAT_TEXTS.idTaken);
  return addedMessage({ ...draft, message: known.message, now: known.created_at }, known);
}

const isAdded = ({ name }: Sent): boolean => name === 'added';

/** The stored message of a retry. @throws HttpError `rate_limited` for an unknown one */
async function findSent(ctx: Context, eventId: number, draft: repo.Draft, refusal: Refusal): Promise<Sent> {
  const known = await repo.findKnown(ctx.db, eventId, draft);
  if (known === undefined) throw rateLimited(refusal.waitMs);
  return { name: 'known', known };
}

/** Charges a line to its author's daily limit and stores it; one that is not stored (`store` is false or fails) is not
 * charged. Not inside a transaction. @throws HttpError `rate_limited`, errors of `store` */
export async function chargeLine<Stored>(
  { chatBudget }: Pick<Context, 'chatBudget'>,
  line: { userId: string; eventId: number; text: string; ip: string },
  store: () => Promise<Stored>,
): Promise<Stored> {
  const refusal = await chatBudget.take(line);
  if (refusal !== null) throw rateLimited(refusal.waitMs);
  return await chatBudget.storeCharged(line, store, (stored) => stored !== false);
}

/** Stores and publishes a batch; if it fails, draft by draft, so that a bad one does not affect others. */
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
    if (isForeignKeyViolation(error)) return { name: 'refused', row: undefined };
    const known = isUniqueViolation(error) ? await repo.findKnown(ctx.db, eventId, draft) : undefined;
    if (known === undefined) throw error;
    return { name: 'known', known };
  }
}

/** In the order of the log; not awaited. */
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
  if (rows.some((row) => row.adds_round)) ctx.jobs.wake(chatRoundJob);
  void ctx.perform(after);
  return sent;
}

function collectAdded(
  after: Effects,
  eventId: number,
  message: ChatMessage,
  hiddenFrom: readonly string[],
): void {
  const except = hiddenFrom.length > 0 ? { userIds: hiddenFrom, payload: hiddenMessage(message) } : undefined;
  after.publishToChat(eventId, 'message_added', message, except).chatAdvanced(eventId);
}

export { listMembers } from './repo.ts';

/** Marks the chat as read, and as shown, up to a message, never back (CHAT-12, PUSH-05). @throws HttpError `not_found`, `forbidden` */
export async function markChatRead(
  ctx: Context,
  viewer: Viewer,
  eventId: number,
  { seq, shownSeq }: { seq: number; shownSeq: number },
): Promise<repo.ReadRow> {
  const marks = { eventId, viewerId: viewer.userId, seq, shownSeq };
  const read = requireChat(viewer, await repo.saveRead(ctx.db, marks));
  if (read.has_advanced) {
    const { read_seq, uncounted } = read;
    const progress = { event_id: eventId, read_seq, uncounted };
    await ctx.perform(new Effects().publishToUser(viewer.userId, 'chat_read', progress));
  }
  return read;
}

export type MeetingPointLine = { message: ChatMessage; hiddenFrom: readonly string[] };

/** For live: a line about the new meeting point, last in its transaction because it locks the room until the commit.
 * The caller has checked participation and times. @throws a foreign key violation if event or person is gone */
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
  const row = await repo.insertLine(tx, eventId, draft, { kind: 'meeting_point', meetAt });
  const line = addedMessage(draft, { ...row, kind: 'meeting_point' });
  const message = meetAt === null ? line : { ...line, meet_at: meetAt };
  collectAdded(after, eventId, message, row.hidden_from);
  return { message, hiddenFrom: row.hidden_from };
}

/** For announcements (HOST-05): as `addMeetingPointLine`; the caller has checked that the author is a host. */
export async function addAnnouncementLine(
  tx: Queryable,
  after: Effects,
  eventId: number,
  draft: repo.Draft,
): Promise<void> {
  const kind = 'announcement';
  const row = await repo.insertLine(tx, eventId, draft, { kind, meetAt: null });
  collectAdded(after, eventId, addedMessage(draft, { ...row, kind }), row.hidden_from);
}

/** Deletes a message or a line for everybody. Authors may always delete their own, hosts those of guests unless a block hides
 * them. @throws HttpError `not_found`, `forbidden` for others than a host, and for a co-host where it is the creator's */
export async function removeMessage(
  ctx: Context,
  viewer: Viewer,
  eventId: number,
  id: string,
): Promise<void> {
  await ctx.change(async (tx, after) => {
    const known = await repo.findKnown(tx, eventId, { id, userId: viewer.userId });
    if (known === undefined || !isOwn(viewer, known)) {
      const event = await requireHost(tx, viewer, eventId, 'moderate');
      if (known?.is_here !== true || known.is_hidden) throw notFound();
      if (!canTakeDown(viewer, event, { authorId: known.user_id }))
        throw new HttpError('forbidden', CHAT_TEXTS.isCreators);
    }
    if ((await replaceWords(tx, after, id)) === null) return;
    await recordRevocations(ctx, tx, 'message', { by: viewer.userId, of: [[id]] });
  });
}

/** For the operator (OPS-12), of any message; runs `within`. Null for a missing message, and one removed before. */
export const removeByOperator = (
  ctx: Context,
  id: string,
  within: (tx: Queryable, removed: repo.RemovedRow) => Promise<void>,
): Promise<repo.RemovedRow | null> =>
  ctx.change(async (tx, after) => {
    const removed = await replaceWords(tx, after, id);
    if (removed !== null) await within(tx, removed);
    return removed;
  });

/** It keeps its place in the log, and open pages replace it. */
async function replaceWords(tx: Queryable, after: Effects, id: string): Promise<repo.RemovedRow | null> {
  const removed = await repo.removeMessage(tx, id, CHAT_TEXTS.removed);
  if (removed === undefined) return null;
  const { event_id: eventId, removed_count, hidden_from: userIds } = removed;
  const { seq, kind, message: text, created_at, sender } = removed;
  const message = { id, seq, kind, message: text, created_at, sender };
  const payload = { message: hiddenMessage(message), removed_count };
  after.publishToChat(eventId, 'message_removed', { message, removed_count }, { userIds, payload });
  if (removed.was_announcement) after.publishToEvent(eventId, 'event_changed');
  return removed;
}

const DELETED_AT_ONCE = 1_000;

/** Before an event is deleted, in batches: a hundred thousand messages would block the embedded database for seconds. */
export async function deleteMessages({ db }: Pick<Context, 'db'>, eventId: number): Promise<void> {
  while ((await repo.deleteMessages(db, eventId, DELETED_AT_ONCE)) === DELETED_AT_ONCE);
}
