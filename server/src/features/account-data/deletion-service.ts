import { ACCOUNT_DATA_TEXTS } from '@hereabouts/contract/account-data';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '@hereabouts/contract/durations';
import { ERROR_TEXTS } from '@hereabouts/contract/errors';
import { startInterval } from '#server/async/interval.ts';
import { restSince } from '#server/async/rest.ts';
import { withTimeout } from '#server/async/timeout.ts';
import { waitUntil } from '#server/async/wait-until.ts';
import {
  findNotifiedUpTo,
  insertDeletion,
  isUnderWay,
  lockNotifiedUpTo,
  setNotifiedUpTo,
} from '#server/account-deletions.ts';
import type { DeletionMethod, DeletionStart, OwnerProof, StillDue } from '#server/auth/accounts/deletion.ts';
import { nowIso } from '#server/clock.ts';
import type { Context } from '#server/context.ts';
import type { Queryable } from '#server/db/database.ts';
import type { Stop } from '#server/feature.ts';
import { Effects } from '#server/effects/effects.ts';
import { deleteOwnEvent } from '#server/features/events/removal-service.ts';
import { notifyOfDeletedEvents } from '#server/features/notifications/service.ts';
import { removeUploads } from '#server/features/uploads/service.ts';
import { listDueGuests, markUnlistedGuests } from '#server/features/users/service.ts';
import { HttpError, notFound } from '#server/http/errors.ts';
import { BY_OPERATOR, recordRemoval } from '#server/instance/removals.ts';
import type { Viewer } from '#server/http/viewer.ts';
import { JobLaterError } from '#server/jobs/job.ts';
import { jobKind, type JobKind } from '#server/jobs/jobs.ts';
import { hasManyAnswers, listGuestsOf, listOwnEventIds } from '#server/own-guests.ts';
import * as download from './download-repo.ts';
import * as repo from './repo.ts';

/** Items in memory at once: the longest take some 16 kB each. */
const PIECE_ITEMS = 50;

/** The viewer's stored data as one JSON document without credentials (SAFE-03), read in batches to bound memory.
 * Concurrent changes may be included. @throws HttpError `not_found` for an account just deleted */
export async function readOwnData(ctx: Context, viewer: Viewer): Promise<AsyncIterable<string>> {
  const account = await download.readAccount(ctx.db, viewer.userId);
  if (account === undefined) throw notFound();
  return writeData(ctx, viewer.userId, account);
}

async function* writeData(ctx: Context, userId: string, account: string): AsyncGenerator<string> {
  yield `{"format":"hereabouts-data","version":1,"created_at":${JSON.stringify(nowIso(ctx))},\n"account":${account}`;
  for (const section of download.SECTIONS) {
    yield `,\n${JSON.stringify(section.name)}:[`;
    let after: readonly unknown[] | null = null;
    do {
      const pieces: Awaited<ReturnType<typeof download.readSection>> = await download.readSection(
        ctx.db,
        section,
        {
          userId,
          after,
          limit: PIECE_ITEMS,
        },
      );
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
const FEW_ANSWERS = 500;
const PART_GUESTS = 20;

type DeletionJob = { user_id: string; method: DeletionMethod };
const deletionJob: JobKind<DeletionJob> = jobKind<DeletionJob>('delete_account');
/** However often it fails, there is no way back. */
const DELETION_TRIED_MS = 365 * DAY_MS;
/** Then the next account has a turn. Less than a job may take. */
const TURN_MS = 3 * SECOND_MS;
/** After a failure. Longer pauses would leave events that their guests know to be off. */
const AGAIN_AFTER_MS = MINUTE_MS;
/** Few people have so much that it is not gone by then. */
const ANSWER_WITHIN_MS = 5 * SECOND_MS;
const LOOK_EVERY_MS = SECOND_MS / 2;

/** Begins to delete the viewer's account irreversibly (SAFE-03), see docs/privacy.md; a job does the rest. @throws HttpError
 * `forbidden` for a wrong password, or without one in a session that is not fresh; `unauthenticated` after too many
 * attempts, which end the session; `unavailable` while too many passwords are being checked */
export async function deleteOwnAccount(
  ctx: Context,
  { userId, sessionId }: Viewer,
  proof: { password: string; ip: string },
): Promise<void> {
  requireBegun(await begin(ctx, { userId, method: 'owner', proof: { sessionId, ...proof } }));
}

/** Resolves when the accounts are gone that this process deletes, or after some seconds. */
export async function waitForDeletions({ clock, jobs }: Pick<Context, 'clock' | 'jobs'>): Promise<void> {
  await withTimeout(clock, ANSWER_WITHIN_MS, jobs.settled(deletionJob));
}

/** For the operator; resolves when everything is gone. `within` runs in the first transaction, after which the rest goes in any
 * case. @throws HttpError `not_found` without such an account */
export async function deletePerson(
  ctx: Context,
  userId: string,
  within?: (tx: Queryable) => Promise<void>,
): Promise<void> {
  requireBegun(await begin(ctx, { userId, method: 'operator', within }));
  await ctx.jobs.settled(deletionJob);
  while (await isUnderWay(ctx.db, userId)) await waitUntil(ctx.clock, ctx.clock.now() + LOOK_EVERY_MS);
}

type Beginning = {
  userId: string;
  method: DeletionMethod;
  proof?: OwnerProof | StillDue;
  within?: ((tx: Queryable) => Promise<void>) | undefined;
};

/** The job goes with the account. */
const begin = (ctx: Context, { userId, method, proof, within }: Beginning): Promise<DeletionStart> =>
  ctx.auth.beginDeletion(
    userId,
    async (tx) => {
      await insertDeletion(tx, userId, nowIso(ctx));
      const expiresAtMs = ctx.clock.now() + DELETION_TRIED_MS;
      const job = { user_id: userId, method };
      await ctx.jobs.enqueue(tx, deletionJob, job, { userId, key: userId, expiresAtMs });
      await recordRemoval(ctx, tx, 'user', userId, method === 'operator' ? BY_OPERATOR : userId);
      await within?.(tx);
    },
    proof,
  );

const SWEEP_EVERY_MS = HOUR_MS;
const SWEPT_AT_ONCE = 500;

/** One account at a time: parts of several would leave others no rest. */
export function startDeletions(ctx: Context): Stop {
  ctx.jobs.handle(deletionJob, (job) => tryToContinue(ctx, job), { atOnce: 1 });
  return startInterval(ctx, {
    everyMs: SWEEP_EVERY_MS,
    failure: 'sweeping anonymous accounts failed',
    work: (isStopping) => sweepGuests(ctx, isStopping),
  });
}

/** Deletes anonymous accounts that nobody needs any more (GUEST-03), with a rest after each. Safe with several processes: one
 * that finds nothing but what others delete leaves the rest to them. */
export async function sweepGuests(ctx: Context, isStopping = () => false): Promise<void> {
  await markUnlistedGuests(ctx);
  let due: Awaited<ReturnType<typeof listDueGuests>>;
  let begun: number;
  do {
    due = await listDueGuests(ctx, SWEPT_AT_ONCE);
    begun = 0;
    for (const { id, isDue } of due) {
      if (isStopping()) return;
      const startedMs = ctx.clock.now();
      const { state } = await begin(ctx, { userId: id, method: 'sweep', proof: { isDue } });
      if (state === 'begun') begun += 1;
      await ctx.jobs.settled(deletionJob);
      await restSince(ctx.clock, startedMs);
    }
  } while (due.length === SWEPT_AT_ONCE && begun > 0);
}

async function tryToContinue(ctx: Context, job: DeletionJob): Promise<void> {
  try {
    await continueDeletion(ctx, job);
  } catch (error) {
    if (error instanceof JobLaterError) throw error;
    ctx.log.error({ err: error }, 'an account could not be deleted yet');
    throw new JobLaterError('The deletion failed', ctx.clock.now() + AGAIN_AFTER_MS);
  }
}

/** Can be repeated from anywhere. @throws JobLaterError when its time is up and parts are left */
async function continueDeletion(ctx: Context, { user_id: userId, method }: DeletionJob): Promise<void> {
  const untilMs = ctx.clock.now() + TURN_MS;
  const byOperator = method === 'operator';
  // No session is left to receive them.
  await ctx.jobs.forget({ userId });
  await eraseMessages(ctx, userId, untilMs);
  await eraseManyEvents(ctx, { creatorId: userId, byOperator }, untilMs);
  const finished = await ctx.auth.finishDeletion({ userId, method }, async (tx) => {
    const after = new Effects();
    for (const eventId of await eraseWithin(ctx, tx, after, userId, { byOperator }))
      after.publishToChat(eventId, 'chat_changed', {});
    await ctx.keep(tx, after);
    return after;
  });
  if (finished !== null) await ctx.perform(finished.result);
}

/** Repeats a part, with rests between, until none is left. @throws JobLaterError */
async function untilDone(
  { clock }: Pick<Context, 'clock'>,
  untilMs: number,
  part: () => Promise<{ isLast: boolean }>,
): Promise<void> {
  for (;;) {
    const startedMs = clock.now();
    if ((await part()).isLast) return;
    await restSince(clock, startedMs);
    if (clock.now() >= untilMs) throw new JobLaterError('Parts of the account are left', clock.now());
  }
}

/** In batches: a hundred thousand messages would block the embedded database's one connection for seconds.
 * Messages written meanwhile follow with the account. */
async function eraseMessages(ctx: Context, userId: string, untilMs: number): Promise<void> {
  const eventIds = await repo.listChatEventIds(ctx.db, userId);
  if (eventIds.length > 0) {
    const part = { limit: PART_MESSAGES, authorKey: await repo.hideFromBlocked(ctx.db, userId) };
    try {
      await untilDone(ctx, untilMs, async () => ({
        isLast: (await repo.anonymiseMessages(ctx.db, userId, part)) < PART_MESSAGES,
      }));
    } finally {
      await ctx.change(async (_tx, after) => {
        for (const eventId of eventIds) after.publishToChat(eventId, 'chat_changed', {});
      });
    }
  }
  await untilDone(ctx, untilMs, async () => ({
    isLast: (await repo.deleteOwnChatMessages(ctx.db, userId, PART_MESSAGES)) < PART_MESSAGES,
  }));
}

type OfCreator = { creatorId: string; byOperator: boolean };

/** One by one, where a hundred thousand answers would go with them: a transaction is cut off after some seconds. First all guests
 * are told, as of one deletion. Events made meanwhile follow with the account. */
async function eraseManyEvents(ctx: Context, of: OfCreator, untilMs: number): Promise<void> {
  const { creatorId } = of;
  if (!(await isNotifiedInParts(ctx, creatorId))) return;
  await untilDone(ctx, untilMs, () => notifySomeGuests(ctx, of));
  const left = await listOwnEventIds(ctx.db, creatorId);
  await untilDone(ctx, untilMs, async () => {
    const eventId = left.shift();
    if (eventId !== undefined) await deleteOwnEvent(ctx, eventId);
    return { isLast: left.length === 0 };
  });
}

/** Also when few are left, once the first have been told. */
const isNotifiedInParts = async ({ db }: Pick<Context, 'db'>, creatorId: string): Promise<boolean> =>
  (await hasManyAnswers(db, creatorId, FEW_ANSWERS)) || (await findNotifiedUpTo(db, creatorId)) !== null;

/** In the order of their ids, each once, however often the work is begun again. */
const notifySomeGuests = (ctx: Context, { creatorId, byOperator }: OfCreator): Promise<{ isLast: boolean }> =>
  ctx.change(async (tx, after) => {
    const notifiedUpTo = await lockNotifiedUpTo(tx, creatorId);
    const guestIds = await listGuestsOf(tx, creatorId, { after: notifiedUpTo, limit: PART_GUESTS });
    const lastId = guestIds.at(-1);
    if (lastId !== undefined) {
      await notifyOfDeletedEvents(ctx, tx, after, { creatorId, byOperator, guestIds });
      await setNotifiedUpTo(tx, creatorId, lastId);
    }
    return { isLast: guestIds.length < PART_GUESTS };
  });

export { moveHiddenAuthors } from './repo.ts';

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

function requireBegun({ state }: DeletionStart): void {
  switch (state) {
    case 'begun':
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
