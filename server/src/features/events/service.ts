import { DAY_MS } from '@hereabouts/contract/durations';
import { hasEnded } from '@hereabouts/contract/event-times';
import type { EventInput, NewEvent, RecentPlace } from '@hereabouts/contract/events';
import { isCancelled } from '#server/access/event-times.ts';
import { nowIso } from '#server/clock.ts';
import type { Context } from '#server/context.ts';
import { REVOCATION } from '#server/db/database.ts';
import { together } from '#server/db/together.ts';
import type { Subscriber } from '#server/domain-events.ts';
import { ended, isVisible } from '#server/events/event-access.ts';
import { lockEventForHost } from '#server/events/event-holds.ts';
import { holdFriends, inviteHeldFriends } from '#server/features/invites/invite-service.ts';
import { inviteCreator, listGuests } from '#server/features/invites/service.ts';
import { notify } from '#server/features/notifications/service.ts';
import { requireImageForEvent } from '#server/features/uploads/service.ts';
import { notFound, rateLimited } from '#server/http/errors.ts';
import type { Viewer } from '#server/http/viewer.ts';
import { requireFewerRows } from '#server/rate-limits/stored-rows.ts';
import { knownTimeZone } from '#server/lib/time-zone.ts';
import { completeInput, storedChars } from './policy.ts';
import * as repo from './repo.ts';
import { keyAfter, saveAgain } from './retry-service.ts';
import type { Retry } from './update-service.ts';

const RECENT_PLACES_MAX = 5;
/** Each costs a transaction. A browser keeps a form's key until it is saved. */
const KEYS_OF_A_FORM = 3;

/** @throws HttpError `not_found`, also for a private event without an invite */
export async function getEvent(ctx: Context, viewer: Viewer, eventId: number): Promise<repo.EventDetailRow> {
  const event = await repo.findEventDetail(ctx.db, eventId, viewer.userId);
  if (event === undefined) throw notFound();
  return event;
}

/** Places of the viewer's own events, each once, that of the newest event first (LOC-09). */
export const listRecentPlaces = (ctx: Context, viewer: Viewer): Promise<RecentPlace[]> =>
  repo.listRecentPlaces(ctx.db, viewer.userId, RECENT_PLACES_MAX);

/** Whether the viewer may join `event:{id}` (PERM-02). False for an unknown event. */
export const canSeeEvent = (ctx: Context, viewer: Viewer, eventId: number): Promise<boolean> =>
  isVisible(ctx.db, eventId, viewer.userId);

/** Creates an event with its creator going and the chosen friends as pending guests, atomically (EVF-14). @throws HttpError
 * `invalid` with the form's first problem (EVF-11), for another person's picture or if the event of `key` was edited since,
 * `forbidden` when an invitee is not a friend (EVF-16), `rate_limited`, `unauthenticated` for a session just ended */
export async function createEvent(
  ctx: Context,
  viewer: Viewer,
  input: NewEvent,
  ip: string,
): Promise<number> {
  const { key = null, attempt = null, withdrawn_ids: withdrawnIds = [], time_zone, ...event } = input;
  const retry = { attempt, withdrawnIds };
  const text = { userId: viewer.userId, ip, chars: storedChars(event) };
  const refusal = await ctx.newAccountsText.take(text);
  if (refusal !== null) {
    // A retry of what is stored is never refused.
    const stored = key === null ? null : await saveAgain(ctx, viewer, { key, ...retry }, event);
    if (stored !== null) return stored;
    throw rateLimited(refusal.waitMs);
  }
  let isNew = false;
  try {
    const saved = await createOrSaveAgain(ctx, viewer, { key, ...retry, timeZone: time_zone ?? null, event });
    isNew = saved.isNew;
    return saved.id;
  } finally {
    if (!isNew) ctx.newAccountsText.refund(text);
  }
}

type Wanted = Retry & { key: string | null; timeZone: string | null; event: EventInput };

/** If the key belongs to an event that was edited into another one, the form's next key is used. Without one left, retries are not
 * recognised. */
async function createOrSaveAgain(
  ctx: Context,
  viewer: Viewer,
  wanted: Wanted,
  keysLeft = KEYS_OF_A_FORM,
): Promise<{ id: number; isNew: boolean }> {
  const { key, attempt, withdrawnIds, event } = wanted;
  const created = await insertNew(ctx, viewer, wanted);
  if (created !== null) return { id: created, isNew: true };
  if (key === null) throw new Error('An event without a key was not stored');
  const stored = await saveAgain(ctx, viewer, { key, attempt, withdrawnIds }, event);
  if (stored !== null) return { id: stored, isNew: false };
  const next = keysLeft > 1 ? keyAfter(key) : null;
  return await createOrSaveAgain(ctx, viewer, { ...wanted, key: next }, keysLeft - 1);
}

async function insertNew(
  ctx: Context,
  viewer: Viewer,
  { key, attempt, timeZone, event }: Wanted,
): Promise<number | null> {
  const values = completeInput(event);
  const guests = new Set(values.invitee_ids);
  const now = nowIso(ctx);
  return await ctx.change(async (tx, after) => {
    // Lock order: a deletion of the creator's account takes friendships first and the person last.
    const [, , friends] = await together(
      ctx.auth.holdSession(tx, viewer),
      values.image === null ? null : requireImageForEvent(tx, viewer, values.image),
      holdFriends(tx, viewer, guests, viewer.userId),
    );
    const id = await repo.insertEvent(tx, values, {
      creatorId: viewer.userId,
      key,
      attempt: attempt ?? 0,
      timeZone: knownTimeZone(timeZone),
      now,
    });
    if (id === null) return null;
    const withThisOne = ctx.config.eventsPerDay + 1;
    const perDay = { ownerId: viewer.userId, max: withThisOne, periodMs: DAY_MS };
    await requireFewerRows(ctx, tx, repo.CREATED_BY, perDay);
    await together(
      inviteCreator(tx, { eventId: id, creatorId: viewer.userId, now }),
      inviteHeldFriends(ctx, tx, after, { eventId: id, viewer, userIds: guests, now }, friends),
    );
    after.publishListChanged(id, [viewer.userId, ...guests]);
    return id;
  });
}

/** Cancels an event irreversibly (SAFE-04) and notifies guests who have not declined. Idempotent, so that a lost response can be
 * retried. @throws HttpError `not_found`, `forbidden` for others than the creator, `event_ended` */
export async function cancelEvent(ctx: Context, viewer: Viewer, eventId: number): Promise<void> {
  await ctx.change(async (tx, after) => {
    const event = await lockEventForHost(tx, viewer, eventId, 'cancel');
    if (isCancelled(event)) return;
    if (hasEnded(event, ctx.clock.now())) throw ended();
    const now = nowIso(ctx);
    await repo.cancelEvent(tx, eventId, now);
    await ctx.emit(tx, after, 'event_cancelled', { eventId });
    const guests = await listGuests(tx, eventId);
    const userIds = guests.filter(({ status }) => status !== 'declined').map(({ user_id }) => user_id);
    await notify(ctx, tx, after, { kind: 'event_cancelled', userIds, eventId, actorId: viewer.userId }, now);
    after.publishToEvent(eventId, 'event_changed').publishToChat(eventId, 'chat_changed', {});
    after.publishListChanged(eventId, [viewer.userId, ...guests.map(({ user_id }) => user_id)]);
  }, REVOCATION);
}

/** `picture_removed` is emitted again until no event has the picture. */
const CLEARED_PER_BATCH = 20;

/** On `picture_removed`: takes the picture from up to CLEARED_PER_BATCH events, which then show a default one. */
export const takeImageFromEvents: Subscriber<'picture_removed'> = async (tx, after, { path, now }) => {
  const cleared = await repo.clearImage(tx, { path, now, limit: CLEARED_PER_BATCH });
  for (const { id, people_ids } of cleared)
    after.publishToEvent(id, 'event_changed').publishListChanged(id, people_ids);
};
