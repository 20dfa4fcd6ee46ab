import { ACCOUNT_DATA_TEXTS } from '@hereabouts/contract/account-data';
import { HOUR_MS } from '@hereabouts/contract/durations';
import { ERROR_TEXTS } from '@hereabouts/contract/errors';
import { startInterval } from '#server/async/interval.ts';
import { inParts, restSince } from '#server/async/rest.ts';
import type { Deletion, OwnerProof, StillDue } from '#server/auth/accounts/deletion.ts';
import { nowIso } from '#server/clock.ts';
import type { Context } from '#server/context.ts';
import type { Queryable } from '#server/db/database.ts';
import type { Stop } from '#server/feature.ts';
import { Effects } from '#server/effects/effects.ts';
import { deleteOwnEvent } from '#server/features/events/service.ts';
import { notifyOfDeletedEvents } from '#server/features/notifications/service.ts';
import { removeUploads } from '#server/features/uploads/service.ts';
import { listDueGuests } from '#server/features/users/service.ts';
import { HttpError, notFound } from '#server/http/errors.ts';
import { recordRemoval } from '#server/instance/removals.ts';
import type { Viewer } from '#server/http/viewer.ts';
import { listGuestsOfMany, listOwnEventIds } from '#server/own-guests.ts';
import { partsOf } from '#server/parts-of.ts';
import * as repo from './repo.ts';

/** Items in memory at once: the longest take some 16 kB each. */
const PIECE_ITEMS = 50;

/** The viewer's stored data as one JSON document without credentials (SAFE-03), read in batches to bound memory.
 * Concurrent changes may be included. @throws HttpError `not_found` for an account just deleted */
export async function readOwnData(ctx: Context, viewer: Viewer): Promise<AsyncIterable<string>> {
  const account = await repo.readAccount(ctx.db, viewer.userId);
  if (account === undefined) throw notFound();
  return writeData(ctx, viewer.userId, account);
}

async function* writeData(ctx: Context, userId: string, account: string): AsyncGenerator<string> {
  yield `{"format":"hereabouts-data","version":1,"created_at":${JSON.stringify(nowIso(ctx))},\n"account":${account}`;
  for (const section of repo.SECTIONS) {
    yield `,\n${JSON.stringify(section.name)}:[`;
    let after: readonly unknown[] | null = null;
    do {
      const pieces: Awaited<ReturnType<typeof repo.readSection>> = await repo.readSection(ctx.db, section, {
        userId,
        after,
        limit: PIECE_ITEMS,
      });
      if (pieces.length > 0) {
        yield (after === null ? '\n' : ',\n') + pieces.map(({ item }) => item).join(',\n');
      }
      after = pieces.length < PIECE_ITEMS ? null : (pieces.at(-1)?.place ?? null);
    } while (after !== null);
    yield ']';
  }
  yield '}\n';
}

const PART_MESSAGES = 1_000;
/** Of all own events: they go with the account, in its transaction. */
const FEW_ANSWERS = 2_000;
const PART_GUESTS = 50;

/** Deletes the viewer's account irreversibly (SAFE-03), see docs/privacy.md. @throws HttpError `forbidden`
 * for a wrong password, or without one in a session that is not fresh; `unauthenticated` after too many
 * attempts, which end the session; `unavailable` while too many passwords are being checked */
export async function deleteOwnAccount(
  ctx: Context,
  viewer: Viewer,
  proof: { password: string; ip: string },
): Promise<void> {
  const { userId, sessionId } = viewer;
  await finish(ctx, await erase(ctx, userId, { proof: { sessionId, ...proof } }));
}

/** For the operator; `within` runs in the transaction of the deletion. @throws HttpError `not_found` without such an account */
export async function deletePerson(
  ctx: Context,
  userId: string,
  within?: (tx: Queryable) => Promise<void>,
): Promise<void> {
  await finish(ctx, await erase(ctx, userId, { within }));
}

const SWEEP_EVERY_MS = HOUR_MS;
const SWEPT_AT_ONCE = 500;

export const startGuestSweep = (ctx: Context): Stop =>
  startInterval(ctx, {
    everyMs: SWEEP_EVERY_MS,
    failure: 'sweeping anonymous accounts failed',
    work: () => sweepGuests(ctx),
  });

/** Deletes anonymous accounts that nobody needs any more (GUEST-03). Safe with several processes. */
export async function sweepGuests(ctx: Context): Promise<void> {
  for (const { id, isDue } of await listDueGuests(ctx, SWEPT_AT_ONCE)) {
    const deletion = await erase(ctx, id, { proof: { isDue } });
    if (deletion.state === 'deleted') await ctx.perform(deletion.result);
  }
}

async function erase(
  ctx: Context,
  userId: string,
  {
    proof,
    within,
  }: { proof?: OwnerProof | StillDue; within?: ((tx: Queryable) => Promise<void>) | undefined },
): Promise<Deletion<Effects>> {
  const chatEventIds = new Set<number>();
  const work = {
    async before() {
      for (const eventId of await repo.listChatEventIds(ctx.db, userId)) chatEventIds.add(eventId);
      await eraseMessages(ctx, userId);
      await eraseManyEvents(ctx, userId, { byOperator: proof === undefined });
    },
    async within(tx: Queryable) {
      const after = new Effects();
      await within?.(tx);
      for (const eventId of await eraseWithin(ctx, tx, after, userId, { byOperator: proof === undefined }))
        chatEventIds.add(eventId);
      for (const eventId of chatEventIds) after.publishToChat(eventId, 'chat_changed', {});
      await ctx.keep(tx, after);
      return after;
    },
  };
  return await ctx.auth.deleteAccount(userId, work, proof);
}

/** In batches: a hundred thousand messages would block the embedded database's one connection for seconds.
 * Messages written meanwhile follow with the account. */
async function eraseMessages(ctx: Context, userId: string): Promise<void> {
  const authorKey = await repo.hideFromBlocked(ctx.db, userId);
  const part = { limit: PART_MESSAGES, authorKey };
  await inParts(ctx.clock, PART_MESSAGES, () => repo.anonymiseMessages(ctx.db, userId, part));
  await inParts(ctx.clock, PART_MESSAGES, () => repo.deleteOwnChatMessages(ctx.db, userId, PART_MESSAGES));
}

/** One by one, where a hundred thousand answers would go with them: a transaction is cut off after some seconds. First all guests
 * are told, as of one deletion. Events made meanwhile follow with the account. */
async function eraseManyEvents(
  ctx: Context,
  creatorId: string,
  { byOperator }: { byOperator: boolean },
): Promise<void> {
  const guestIds = await listGuestsOfMany(ctx.db, creatorId, FEW_ANSWERS);
  if (guestIds.length === 0) return;
  for (const part of partsOf(guestIds, PART_GUESTS)) {
    const startedMs = ctx.clock.now();
    await ctx.change((tx, after) =>
      notifyOfDeletedEvents(ctx, tx, after, { creatorId, byOperator, guestIds: part }),
    );
    await restSince(ctx.clock, startedMs);
  }
  for (const eventId of await listOwnEventIds(ctx.db, creatorId)) {
    const startedMs = ctx.clock.now();
    await deleteOwnEvent(ctx, eventId);
    await restSince(ctx.clock, startedMs);
  }
}

/** In the transaction that deletes the account. Collects the end of sockets and others' hints. Returns others' events in whose chat the person wrote. */
export async function eraseWithin(
  ctx: Context,
  tx: Queryable,
  after: Effects,
  userId: string,
  { byOperator = false } = {},
): Promise<readonly number[]> {
  await repo.holdPerson(tx, userId);
  const left = await repo.findTraces(tx, userId);
  const guests = await repo.listOwnGuests(tx, userId);
  await notifyOfDeletedEvents(ctx, tx, after, { creatorId: userId, byOperator });
  await repo.anonymiseAll(tx, userId);
  await repo.deletePerson(tx, userId);
  await recordRemoval(ctx, tx, 'user', userId);
  await ctx.emit(tx, after, 'places_freed', { eventIds: left.guest_event_ids, now: nowIso(ctx) });
  after.endUser(userId);
  for (const eventId of left.own_event_ids) after.recheckGuests(eventId);
  for (const guest of guests) after.listChanged(guest.event_id, [guest.user_id]);
  for (const eventId of left.guest_event_ids) {
    after.publishToEvent(eventId, 'event_changed');
    after.removePositions(eventId, [userId]);
  }
  for (const contactId of left.contact_ids) {
    after.publishToUser(contactId, 'friendship_changed', { user_id: userId });
  }
  after.notified(left.notified_ids);
  await removeUploads(ctx, tx, left.upload_paths);
  return left.chat_event_ids;
}

async function finish(ctx: Context, deletion: Deletion<Effects>): Promise<void> {
  switch (deletion.state) {
    case 'deleted':
      await ctx.perform(deletion.result);
      return;
    case 'gone':
      throw notFound();
    case 'wrong_password':
      throw new HttpError('forbidden', ACCOUNT_DATA_TEXTS.passwordWrong, {
        password: ACCOUNT_DATA_TEXTS.passwordWrong,
      });
    case 'sign_in_again':
      throw new HttpError('forbidden', ACCOUNT_DATA_TEXTS.signInAgain);
    case 'signed_out':
      throw new HttpError('unauthenticated', ERROR_TEXTS.unauthenticated);
    case 'busy':
      throw new HttpError('unavailable', ERROR_TEXTS.unavailable);
  }
}
