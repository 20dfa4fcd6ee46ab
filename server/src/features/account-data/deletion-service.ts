import { ACCOUNT_DATA_TEXTS } from '@hereabouts/contract/account-data';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '@hereabouts/contract/durations';
import { ERROR_TEXTS } from '@hereabouts/contract/errors';
import { startInterval } from '#server/async/interval.ts';
import { coolDownSince } from '#server/async/cool-down.ts';
import { nullAfter } from '#server/async/timeout.ts';
import { waitUntil } from '#server/async/wait-until.ts';
import { insertDeletion, isUnderWay } from '#server/accounts/account-deletions.ts';
import type { DeletionMethod, DeletionStart, OwnerProof, StillDue } from '#server/auth/accounts/deletion.ts';
import { nowIso } from '#server/clock.ts';
import type { Context } from '#server/context.ts';
import type { Queryable } from '#server/db/database.ts';
import type { Stop } from '#server/feature.ts';
import { Effects } from '#server/effects/effects.ts';
import { listDueAnonymousAccounts, markUnlistedAnonymousAccounts } from '#server/features/users/service.ts';
import { HttpError, notFound, unavailable } from '#server/http/errors.ts';
import { BY_OPERATOR, noteRemoval } from '#server/instance/removals.ts';
import type { Viewer } from '#server/http/viewer.ts';
import { JobLaterError } from '#server/jobs/job.ts';
import { jobKind, type JobKind } from '#server/jobs/jobs.ts';
import { eraseManyEvents, eraseMessages, eraseInTransaction } from './erasure-service.ts';

type DeletionJob = { user_id: string; method: DeletionMethod };
const deletionJob: JobKind<DeletionJob> = jobKind<DeletionJob>('delete_account');
/** A deletion that has begun has no way back, however often it fails. */
const DELETION_TRIED_MS = 365 * DAY_MS;
/** After this time it is the next account's turn. Shorter than the time-out of a job. */
const SLICE_MS = 3 * SECOND_MS;
/** Short, because the guests have already been told that the events are cancelled. */
const AGAIN_AFTER_MS = MINUTE_MS;
const ANSWER_WITHIN_MS = 5 * SECOND_MS;
const LOOK_EVERY_MS = SECOND_MS / 2;

/** Begins to delete the viewer's account irreversibly (SAFE-03); a job does the rest. @throws HttpError `forbidden` for a wrong
 * password, or without one in a session that is not fresh; `unauthenticated` after too many attempts, which end the session;
 * `unavailable` while too many passwords are being checked */
export async function deleteOwnAccount(
  ctx: Context,
  { userId, sessionId }: Viewer,
  proof: { password: string; ip: string },
): Promise<void> {
  requireBegun(await begin(ctx, { userId, method: 'owner', proof: { sessionId, ...proof } }));
}

/** Resolves after some seconds in any case. */
export async function waitForDeletions({ clock, jobs }: Pick<Context, 'clock' | 'jobs'>): Promise<void> {
  await nullAfter(clock, ANSWER_WITHIN_MS, jobs.settled(deletionJob));
}

/** For the operator; resolves when everything is gone. `within` runs in the first transaction. @throws HttpError `not_found` */
export async function deleteAccountByOperator(
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

const begin = (ctx: Context, { userId, method, proof, within }: Beginning): Promise<DeletionStart> =>
  ctx.auth.beginDeletion(
    userId,
    async (tx) => {
      await insertDeletion(tx, userId, nowIso(ctx));
      const expiresAtMs = ctx.clock.now() + DELETION_TRIED_MS;
      const job = { user_id: userId, method };
      await ctx.jobs.enqueue(tx, deletionJob, job, { userId, key: userId, expiresAtMs });
      await noteRemoval(ctx, tx, 'user', userId, method === 'operator' ? BY_OPERATOR : userId);
      await within?.(tx);
    },
    proof,
  );

const SWEEP_EVERY_MS = HOUR_MS;
const SWEPT_PER_BATCH = 500;

/** One deletion at a time: batches of another would run during its cool-downs. */
export function startDeletions(ctx: Context): Stop {
  ctx.jobs.handle(deletionJob, (job) => tryToContinue(ctx, job), { concurrency: 1, runsInCommands: true });
  return startInterval(ctx, {
    everyMs: SWEEP_EVERY_MS,
    failure: 'sweeping anonymous accounts failed',
    work: (isStopping) => sweepAnonymousAccounts(ctx, { isStopping }),
  });
}

/** Deletes anonymous accounts that nobody needs any more (GUEST-03), with a cool-down after each. Safe with several processes. */
export async function sweepAnonymousAccounts(
  ctx: Context,
  {
    isStopping = () => false,
    perBatch = SWEPT_PER_BATCH,
  }: { isStopping?: () => boolean; perBatch?: number } = {},
): Promise<void> {
  await markUnlistedAnonymousAccounts(ctx);
  let due: Awaited<ReturnType<typeof listDueAnonymousAccounts>>;
  let begun: number;
  do {
    due = await listDueAnonymousAccounts(ctx, perBatch);
    begun = 0;
    for (const { id, isDue } of due) {
      if (isStopping()) return;
      const startedMs = ctx.clock.now();
      const { state } = await begin(ctx, { userId: id, method: 'sweep', proof: { isDue } });
      if (state === 'begun') begun += 1;
      await ctx.jobs.settled(deletionJob);
      await coolDownSince(ctx.clock, startedMs);
    }
  } while (due.length === perBatch && begun > 0);
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

/** Idempotent. @throws JobLaterError when its time is up and something is left */
async function continueDeletion(ctx: Context, { user_id: userId, method }: DeletionJob): Promise<void> {
  const untilMs = ctx.clock.now() + SLICE_MS;
  const byOperator = method === 'operator';
  await ctx.jobs.forget({ userId });
  await eraseMessages(ctx, userId, untilMs);
  await eraseManyEvents(ctx, { creatorId: userId, byOperator }, untilMs);
  const finished = await ctx.auth.finishDeletion({ userId, method }, async (tx) => {
    const after = new Effects();
    for (const eventId of await eraseInTransaction(ctx, tx, after, userId, { byOperator }))
      after.publishToChat(eventId, 'chat_changed', {});
    await ctx.keep(tx, after);
    return after;
  });
  if (finished !== null) await ctx.perform(finished.result);
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
      throw unavailable();
  }
}
