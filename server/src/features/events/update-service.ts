import { EVENT_TEXTS } from '@hereabouts/contract/event-texts';
import type { EventUpdate } from '@hereabouts/contract/events';
import type { RequestLimit } from '@hereabouts/contract/route';
import { isCancelled } from '#server/access/event-times.ts';
import { findAccounts } from '#server/accounts/merged-guests.ts';
import { isoOf } from '#server/clock.ts';
import type { Context } from '#server/context.ts';
import { REVOCATION, type Queryable } from '#server/db/database.ts';
import { together } from '#server/db/together.ts';
import type { Effects } from '#server/effects/effects.ts';
import { cancelled, type HeldEvent } from '#server/events/event-access.ts';
import { lockForHostAndRead } from '#server/events/event-holds.ts';
import {
  holdFriends,
  holdPairsWithCreator,
  inviteHeldFriends,
} from '#server/features/invites/invite-service.ts';
import {
  listRemovedOf,
  removeGuests,
  withdrawInvitations,
} from '#server/features/invites/removal-service.ts';
import { listGuests, listHidden, resetAnswers } from '#server/features/invites/service.ts';
import { notify, notifyWithoutActor } from '#server/features/notifications/service.ts';
import { requireImageForEvent } from '#server/features/uploads/service.ts';
import { HttpError } from '#server/http/errors.ts';
import type { Viewer } from '#server/http/viewer.ts';
import { noteRevocations } from '#server/instance/removals.ts';
import { completeInput } from './policy.ts';
import * as repo from './repo.ts';
import {
  allowedTimes,
  notifiedOfEdit,
  planEdit,
  requireAllowedList,
  type EditPlan,
} from './update-policy.ts';

/** `retry`: a retry of the creation (`retry-service.ts`) removes no other guests than `withdrawnIds`. */
type Options = { countAs?: (limit: RequestLimit) => void; retry?: Retry | null };

export type Retry = { attempt: number | null; withdrawnIds: readonly string[] };

/** `event`: before the edit. `pairs`: of `holdPairsWithCreator`. `nowMs` and `now` are one moment. */
type Edit = {
  viewer: Viewer;
  event: HeldEvent;
  plan: EditPlan;
  pairs: ReadonlySet<string>;
  isRetry: boolean;
  now: string;
  nowMs: number;
};

/** Changes an event and its guest list. Answers are reset unless `keep_answers` (EVF-15) or the event has ended. With `base`,
 * concurrent changes are merged (EVF-23). An edit that only un-invites, or makes the event private, is a revocation; a refused
 * list that adds guests counts as a write. @throws HttpError `conflict` where both changed the same, `not_found`, `forbidden`
 * for others than a host (EVF-13), for guests who are not friends (EVF-16) and for a co-host who removes one (HOST-02), `invalid`
 * (EVF-11) and for a retry once the event was edited, `event_ended` for new times or guests after the end (EVF-18, INV-07),
 * `event_cancelled`, `unauthenticated` for a session just ended; errors of `countAs` */
export async function updateEvent(
  ctx: Context,
  viewer: Viewer,
  eventId: number,
  given: EventUpdate,
  { countAs = () => {}, retry = null }: Options = {},
): Promise<void> {
  const options = retry === null && mayOnlyTakeBack(given) ? REVOCATION : {};
  await ctx.change(async (tx, after) => {
    const [, pairs] = await together(
      ctx.auth.holdSession(tx, viewer),
      holdPairsWithCreator(tx, viewer, eventId, addedIds(given), () => countAs('write')),
    );
    const list = () => together(listGuests(tx, eventId), listHidden(tx, viewer, eventId));
    const [event, [guests, hidden]] = await lockForHostAndRead(tx, viewer, { eventId, action: 'edit' }, list);
    if (retry !== null && isOlder(retry, event)) return;
    const input = retry === null ? given : await retried(tx, event, retry, given);
    const complete = completeInput(input);
    if (isCancelled(event)) throw cancelled();
    const nowMs = ctx.clock.now();
    const now = isoOf(nowMs);
    const withdrawnIds = retry?.withdrawnIds ?? null;
    const accountFor = await findAccountsOfForm(
      tx,
      [...given.invitee_ids, ...(withdrawnIds ?? given.base?.invitee_ids ?? [])],
      guests,
    );
    const plan = planEdit({ event, guests, hidden, input: complete, nowMs, accountFor, withdrawnIds });
    if (pairs.size === 0) countAs(plan.onlyTakesBack ? 'revocation' : 'write');
    requireAllowedList(viewer, event, guests, plan);
    if (plan.changesNothing) {
      // One that was sent before it may still arrive.
      if (retry?.attempt && isLater(retry, event))
        await repo.updateCreationAttempt(tx, eventId, retry.attempt);
      return;
    }
    // An edit is newer than any retry: it may have made the event private.
    if (retry !== null && !isLater(retry, event)) throw editedSince();
    const { values } = plan;
    if (values.image !== null && values.image !== event.image)
      await requireImageForEvent(tx, viewer, values.image);
    const times = allowedTimes(viewer, event, plan, nowMs);
    const attempt = retry === null ? null : (retry.attempt ?? event.creation_attempt);
    const edit = { viewer, event, plan, pairs, isRetry: retry !== null, now, nowMs };
    const [, , reset] = await together(
      repo.updateEvent(tx, eventId, { ...values, ...times }, { now, attempt }),
      notePrivacy(ctx, tx, edit),
      applyGuestList(ctx, tx, after, edit),
    );
    const notifiedIds = notifiedOfEdit(event, guests, plan, reset);
    await together(
      notifyOfEdit(ctx, tx, after, { eventId, viewer, notifiedIds, hidden, now }),
      emitEdit(ctx, tx, after, edit),
    );
  }, options);
}

/** The only guests that `mergeGuests` adds. */
const addedIds = ({ invitee_ids: ids, base }: EventUpdate) =>
  new Set(ids).difference(new Set(base?.invitee_ids));

/** Without `base` the answer is known only once the event is locked. */
function mayOnlyTakeBack(given: EventUpdate): boolean {
  if (addedIds(given).size > 0) return false;
  const { base } = given;
  if (base === undefined) return true;
  const removes = new Set(base.invitee_ids).difference(new Set(given.invitee_ids)).size > 0;
  return removes || (given.is_private && !base.is_private);
}

/** Looks up only ids that are not on the list: a merge removes the anonymous account from it while it holds the event. */
async function findAccountsOfForm(
  tx: Queryable,
  ofForm: readonly string[],
  guests: readonly { user_id: string }[],
): Promise<(id: string) => string> {
  const listed = new Set(guests.map(({ user_id }) => user_id));
  const unlisted = new Set(ofForm).difference(listed);
  return unlisted.size === 0 ? (id) => id : await findAccounts(tx, [...unlisted]);
}

const isOlder = ({ attempt }: Retry, { creation_attempt }: HeldEvent): boolean =>
  attempt !== null && creation_attempt !== null && attempt < creation_attempt;

/** The same attempt with other content comes from a duplicated tab, and is not later. */
const isLater = ({ attempt }: Retry, { creation_attempt }: HeldEvent): boolean =>
  creation_attempt !== null && (attempt === null || attempt > creation_attempt);

const editedSince = () =>
  new HttpError('invalid', EVENT_TEXTS.editedSinceCreated, { key: EVENT_TEXTS.editedSinceCreated });

/** The input of a retry, adapted while the event is locked: guests removed meanwhile stay away. Without an `attempt` the order of
 * saves is unknown, so a private event is not made public. */
async function retried(
  tx: Queryable,
  event: HeldEvent,
  { attempt }: Retry,
  input: EventUpdate,
): Promise<EventUpdate> {
  const removed = new Set(await listRemovedOf(tx, event.id, input.invitee_ids));
  return {
    ...input,
    is_private: input.is_private || (attempt === null && event.is_private),
    invitee_ids: input.invitee_ids.filter((id) => !removed.has(id)),
  };
}

async function notePrivacy(ctx: Context, tx: Queryable, { viewer, event, plan }: Edit): Promise<void> {
  const { is_private: isPrivate } = plan.values;
  if (isPrivate === event.is_private) return;
  const kind = isPrivate ? 'private' : 'public';
  await noteRevocations(ctx, tx, kind, { by: viewer.userId, of: [[event.id]] });
}

/** Returns whose answer was reset. */
async function applyGuestList(
  ctx: Context,
  tx: Queryable,
  after: Effects,
  { viewer, event, plan, pairs, isRetry, now }: Edit,
): Promise<string[]> {
  const eventId = event.id;
  const { added, removed, kept, resetsAnswers } = plan;
  const friends = await holdFriends(tx, viewer, added, event.created_by, pairs);
  const remove = isRetry ? withdrawInvitations : removeGuests;
  await remove(ctx, tx, after, { eventId, by: viewer.userId, userIds: removed, now });
  const reset = await resetAnswers(ctx, tx, after, { eventId, userIds: resetsAnswers ? kept : [], now });
  await inviteHeldFriends(ctx, tx, after, { eventId, viewer, userIds: added, now }, friends);
  return reset;
}

/** Guests in a block with the editing co-host are notified without an actor: they too must learn of a new time or place. */
async function notifyOfEdit(
  ctx: Context,
  tx: Queryable,
  after: Effects,
  edit: {
    eventId: number;
    viewer: Viewer;
    notifiedIds: ReadonlySet<string>;
    hidden: ReadonlySet<string>;
    now: string;
  },
): Promise<void> {
  const { eventId, viewer, notifiedIds, hidden, now } = edit;
  const about = { kind: 'event_changed', eventId } as const;
  const named = { ...about, actorId: viewer.userId, userIds: notifiedIds.difference(hidden) };
  const cause = { userId: viewer.userId, isPaced: true };
  const unnamed = { ...about, cause, userIds: [...notifiedIds.intersection(hidden)] };
  await notify(ctx, tx, after, named, now);
  await notifyWithoutActor(ctx, tx, after, unnamed, now);
}

async function emitEdit(
  ctx: Context,
  tx: Queryable,
  after: Effects,
  { event, plan, now, nowMs }: Edit,
): Promise<void> {
  const eventId = event.id;
  const { values, added, removed, kept } = plan;
  if (values.is_private && !event.is_private) after.recheckGuests(eventId);
  after.publishToEvent(eventId, 'event_changed');
  after.publishListChanged(eventId, [...removed, ...added]);
  after.publishListChangedThrottled(eventId, [event.created_by, ...kept]);
  const isMoved = values.start_time !== event.start_time || values.end_time !== event.end_time;
  await together(
    isMoved ? ctx.emit(tx, after, 'event_moved', { eventId, from: event, to: values, nowMs }) : null,
    ctx.emit(tx, after, 'places_freed', { eventIds: [eventId], now }),
  );
}
