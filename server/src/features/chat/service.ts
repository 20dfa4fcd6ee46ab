import { CHAT_CATCH_UP_MAX, CHAT_MESSAGES, CHAT_PAGE, type ChatMessage } from '@hereabouts/contract/chat';
import { EVENT_MESSAGES } from '@hereabouts/contract/event-problems';
import { chatTopic } from '@hereabouts/contract/realtime';
import type { ChatMessages } from '@hereabouts/contract/realtime-messages';
import { createBatches, type Batches } from '#server/batches.ts';
import { nowIso, type Context } from '#server/context.ts';
import type { Queryable } from '#server/db/database.ts';
import { isForeignKeyViolation, isUniqueViolation } from '#server/db/errors.ts';
import { tellUser } from '#server/features/users/service.ts';
import { HttpError, notFound } from '#server/http/errors.ts';
import type { Viewer } from '#server/http/viewer.ts';
import { chatRefusal, hiddenMessage } from './policy.ts';
import * as repo from './repo.ts';

/** Everybody who may chat hears of new messages at most so often a room. */
const ADVANCED_EVERY_MS = 1_000;
/** Messages of one room that one statement adds. */
const BATCH_MAX = 64;
/** What a join hands over at most, in characters: far below what a slow reader may leave unread. */
const CATCH_UP_MAX_CHARS = 100_000;

/** @throws HttpError `not_found`, `forbidden` for who may see the event and not chat (CHAT-11) */
function requireMayChat<Row extends Pick<repo.AccessRow, 'created_by' | 'my_status'>>(
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
  const found = await repo.findPage(ctx.db, { eventId, viewerId: viewer.userId, place, limit });
  const chat = requireMayChat(viewer, found);
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
  const place = { after: afterSeq };
  const chat = await repo.findPage(ctx.db, { eventId, viewerId, place, limit: CHAT_CATCH_UP_MAX });
  if (chat === undefined || chatRefusal(viewer, chat) !== null) return null;
  return { ...chat, messages: cutToChars(chat.messages) };
}

/** At least one message, so that whoever has missed some gets on. */
function cutToChars(messages: repo.MessageRow[]): repo.MessageRow[] {
  let chars = 0;
  const over = messages.findIndex(({ message }) => (chars += message.length) > CATCH_UP_MAX_CHARS);
  return over === -1 ? messages : messages.slice(0, Math.max(1, over));
}

/** `refused`: its sender may not write, or (no row) does not see the event. */
type Sent =
  | { name: 'added'; message: ChatMessage }
  | { name: 'known'; known: repo.KnownRow }
  | { name: 'refused'; row: repo.DraftRow | undefined };
/** The messages of a room are stored one batch after the other, so that they do not wait for its row in the database. */
export type Sending = Batches<number, repo.Draft, Sent>;

/** One for the whole app: two would wait for each other in the database. */
export const createSending = (ctx: Context): Sending =>
  createBatches(BATCH_MAX, (eventId, drafts) => storeBatch(ctx, eventId, drafts));

/**
 * Says something in the chat. The same id again is answered with the message that is stored (CHAT-09).
 * @throws HttpError `not_found`, `forbidden` for who may see the event and not chat (CHAT-11), `event_cancelled`
 * (SAFE-04), `conflict` for the id of another message
 */
export async function sendMessage(
  ctx: Context,
  sending: Sending,
  viewer: Viewer,
  eventId: number,
  { id, message, now }: { id: string; message: string; now: string },
): Promise<ChatMessage> {
  const draft = { id, userId: viewer.userId, message, now };
  const sent = await sending.add(eventId, draft);
  if (sent.name === 'added') return sent.message;
  if (sent.name === 'refused') requireMayChat(viewer, sent.row);
  // Nobody writes in the chat of a cancelled event, but what was stored before is still answered.
  const known = sent.name === 'known' ? sent.known : await repo.findKnown(ctx.db, eventId, draft);
  if (known === undefined) throw new HttpError('event_cancelled', EVENT_MESSAGES.cancelled);
  if (known.is_own !== true) throw new HttpError('conflict', CHAT_MESSAGES.idTaken);
  return addedMessage(
    { ...draft, message: known.message, now: known.created_at },
    { ...known, kind: 'text' },
  );
}

/** Stores a batch and tells of it. One bad draft does not spoil the others: what fails together is tried apart. */
async function storeBatch(ctx: Context, eventId: number, drafts: readonly repo.Draft[]): Promise<Sent[]> {
  const [first] = drafts;
  if (first === undefined) return [];
  if (drafts.length === 1) return [await storeOne(ctx, eventId, first)];
  if (new Set(drafts.map(({ id }) => id)).size === drafts.length) {
    try {
      return tellStored(ctx, eventId, drafts, await repo.insertMessages(ctx.db, eventId, drafts));
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
    return tellStored(ctx, eventId, [draft], rows)[0] ?? { name: 'refused', row: undefined };
  } catch (error) {
    // Event or person went meanwhile.
    if (isForeignKeyViolation(error)) return { name: 'refused', row: undefined };
    const known = isUniqueViolation(error) ? await repo.findKnown(ctx.db, eventId, draft) : undefined;
    if (known === undefined) throw error;
    return { name: 'known', known };
  }
}

/** Tells the room of what was added, in the order of the log, and everybody who may chat that it has grown. */
function tellStored(
  ctx: Context,
  eventId: number,
  drafts: readonly repo.Draft[],
  rows: readonly repo.DraftRow[],
): Sent[] {
  const byNumber = new Map(rows.map((row) => [row.n, row]));
  return drafts.map((draft, index) => {
    const row = byNumber.get(index + 1);
    if (row?.seq == null) return { name: 'refused', row };
    const message = addedMessage(draft, { ...row, seq: row.seq, kind: 'text' });
    tellAdded(ctx, eventId, message, row.hidden_from);
    if (row.read_seq !== null) {
      const progress = { read_seq: row.read_seq, uncounted: 0 };
      tellUser(ctx, draft.userId, 'chat_read', { event_id: eventId, ...progress });
    }
    return { name: 'added', message };
  });
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

function tellAdded(
  ctx: Context,
  eventId: number,
  message: ChatMessages['message_added'],
  hiddenFrom: readonly string[],
): void {
  const apart = hiddenFrom.length > 0 ? { userIds: hiddenFrom, payload: hiddenMessage(message) } : undefined;
  const topic = chatTopic(eventId);
  ctx.realtime.publish(topic, 'message_added', message, apart);
  ctx.pace.run(topic, ADVANCED_EVERY_MS, () => void tellAdvanced(ctx, eventId, message.seq));
}

/** A hint: it fails without a word to the sender. */
async function tellAdvanced(ctx: Context, eventId: number, lastSeq: number): Promise<void> {
  try {
    for (const { user_id, uncounted } of await repo.listMembers(ctx.db, eventId)) {
      tellUser(ctx, user_id, 'chat_advanced', { event_id: eventId, last_seq: lastSeq, uncounted });
    }
  } catch (error) {
    ctx.log.error({ err: error, eventId }, 'could not tell of new messages');
  }
}

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
  const read = requireMayChat(viewer, await repo.saveRead(ctx.db, { eventId, viewerId: viewer.userId, seq }));
  if (read.has_advanced) {
    const { read_seq, uncounted } = read;
    tellUser(ctx, viewer.userId, 'chat_read', { event_id: eventId, read_seq, uncounted });
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
  const message = addedMessage(draft, { ...row, kind: 'meeting_point' });
  return {
    message: meetAt === null ? message : { ...message, meet_at: meetAt },
    hiddenFrom: row.hidden_from,
  };
}

/** Tells of the line that `addMeetingPointLine` has added. Call it after the commit. */
export function tellMeetingPointLine(ctx: Context, eventId: number, line: MeetingPointLine): void {
  tellAdded(ctx, eventId, line.message, line.hiddenFrom);
}
