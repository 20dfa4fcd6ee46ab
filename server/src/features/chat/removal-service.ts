import { CHAT_TEXTS } from '@hereabouts/contract/chat';
import { canTakeDown } from '#server/access/events.ts';
import type { Context } from '#server/context.ts';
import { REVOCATION, type Queryable } from '#server/db/database.ts';
import type { Effects } from '#server/effects/effects.ts';
import { requireHost } from '#server/events/event-access.ts';
import { HttpError, notFound } from '#server/http/errors.ts';
import type { Viewer } from '#server/http/viewer.ts';
import { untilDone } from '#server/jobs/until-done.ts';
import { noteRevocations } from '#server/instance/removals.ts';
import { hiddenMessage, isOwn } from './policy.ts';
import * as repo from './removal-repo.ts';
import { findStoredMessage } from './send-repo.ts';

/** For everybody. Hosts may delete guests' messages that no block hides. @throws HttpError `not_found`, `forbidden` for others
 * than the author or a host, and for a co-host where it is the creator's */
export async function removeMessage(
  ctx: Context,
  viewer: Viewer,
  eventId: number,
  id: string,
): Promise<void> {
  await ctx.change(async (tx, after) => {
    const known = await findStoredMessage(tx, eventId, { id, userId: viewer.userId });
    if (known === undefined || !isOwn(viewer, known)) {
      const event = await requireHost(tx, viewer, eventId, 'moderate');
      if (known?.is_here !== true || known.is_hidden) throw notFound();
      if (!canTakeDown(viewer, event, { authorId: known.user_id }))
        throw new HttpError('forbidden', CHAT_TEXTS.isCreators);
    }
    if ((await replaceText(tx, after, id)) === null) return;
    await noteRevocations(ctx, tx, 'message', { by: viewer.userId, of: [[id]] });
  }, REVOCATION);
}

/** For the operator (OPS-12). `within` runs in the same transaction. Null for a missing or removed message. */
export const removeByOperator = (
  ctx: Context,
  id: string,
  within: (tx: Queryable, removed: repo.RemovedRow) => Promise<void>,
): Promise<repo.RemovedRow | null> =>
  ctx.change(async (tx, after) => {
    const removed = await replaceText(tx, after, id);
    if (removed !== null) await within(tx, removed);
    return removed;
  });

/** The message keeps its number in the log. */
async function replaceText(tx: Queryable, after: Effects, id: string): Promise<repo.RemovedRow | null> {
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

/** More would block the embedded database for seconds. */
const DELETED_PER_BATCH = 1_000;

/** Before the event is deleted; outside a transaction. @throws JobLaterError at `untilMs` (epoch) with some left */
export const deleteMessages = (
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  eventId: number,
  untilMs: number,
): Promise<void> =>
  untilDone({ clock }, untilMs, async () => ({
    isLast: (await repo.deleteMessages(db, eventId, DELETED_PER_BATCH)) < DELETED_PER_BATCH,
  }));
