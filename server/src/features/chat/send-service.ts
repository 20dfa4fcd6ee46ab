import { CHAT_TEXTS, type ChatMessage } from '@hereabouts/contract/chat';
import { EVENT_TEXTS } from '@hereabouts/contract/event-texts';
import { createBatcher, type Batcher } from '#server/async/batch.ts';
import type { Context } from '#server/context.ts';
import { isForeignKeyViolation, isUniqueViolation } from '#server/db/errors.ts';
import { Effects } from '#server/effects/effects.ts';
import { chatRoundJob } from '#server/features/push/plan-service.ts';
import { HttpError, rateLimited } from '#server/http/errors.ts';
import type { Viewer } from '#server/http/viewer.ts';
import type { Refusal } from '#server/rate-limits/shared-limits.ts';
import { addedMessage, isOwn } from './policy.ts';
import * as repo from './send-repo.ts';
import { collectAdded, requireChat } from './service.ts';

const BATCH_MAX = 64;

/** `known`: a message with the draft's id is stored. `refused`: without a `row`, the sender cannot see the event. */
type Sent =
  | { name: 'added'; message: ChatMessage }
  | { name: 'known'; known: repo.StoredMessageRow }
  | { name: 'refused'; row: repo.DraftRow | undefined };
/** One batch at a time per event, so that messages do not wait for the lock of the chat's row. */
export type Sending = Batcher<number, repo.Draft, Sent>;

/** One per app: two would block each other in the database. */
export const createSending = (ctx: Context): Sending =>
  createBatcher(BATCH_MAX, (eventId, drafts) => storeBatch(ctx, eventId, drafts));

/** A repeated id returns the stored message (CHAT-09), even if sending would now be refused. @throws HttpError `not_found`,
 * `forbidden` as `requireChat`, `event_cancelled` (SAFE-04), `conflict` for the id of another message, `rate_limited` */
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
  // A message stored earlier is returned even if the sender may no longer write, or see the event.
  const known = sent.name === 'known' ? sent.known : await repo.findStoredMessage(ctx.db, eventId, draft);
  if (known !== undefined && isSentBy(viewer, known))
    return addedMessage({ ...draft, message: known.message, now: known.created_at }, known);
  if (sent.name === 'refused') requireChat(viewer, sent.row);
  if (known === undefined) throw new HttpError('event_cancelled', EVENT_TEXTS.cancelled);
  throw new HttpError('conflict', CHAT_TEXTS.idTaken);
}

const isSentBy = (viewer: Viewer, known: repo.StoredMessageRow): boolean =>
  isOwn(viewer, known) && known.kind !== 'meeting_point' && known.kind !== 'announcement';

const isAdded = ({ name }: Sent): boolean => name === 'added';

/** For a refused message that may be a retry. @throws HttpError `rate_limited` if it is not stored */
async function findSent(ctx: Context, eventId: number, draft: repo.Draft, refusal: Refusal): Promise<Sent> {
  const known = await repo.findStoredMessage(ctx.db, eventId, draft);
  if (known === undefined) throw rateLimited(refusal.waitMs);
  return { name: 'known', known };
}

/** If the batch fails, stores each draft on its own, so that a bad one does not affect the others. */
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
    const known = isUniqueViolation(error) ? await repo.findStoredMessage(ctx.db, eventId, draft) : undefined;
    if (known === undefined) throw error;
    return { name: 'known', known };
  }
}

/** Publishes in the order of the log, without waiting, and wakes the push round. */
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
