import { coolDownSince } from '#server/async/cool-down.ts';
import { nowIso } from '#server/clock.ts';
import type { Context } from '#server/context.ts';
import type { Queryable } from '#server/db/database.ts';
import type { Stop } from '#server/feature.ts';
import { recordRevocations } from '#server/instance/removals.ts';
import { jobKind, type JobKind } from '#server/jobs/jobs.ts';
import * as repo from './ask-again-repo.ts';
import { collectChange, takeRequestBack } from './service.ts';

/** `before`: when the address was proved. */
type AskAgainJob = { user_id: string; before: string };
const askAgainJob: JobKind<AskAgainJob> = jobKind<AskAgainJob>('ask_friends_again');

/** Friendships in one transaction. */
const BATCH_SIZE = 100;

/** In the transaction in which the owner of an address takes over an account that a stranger may have used: the friends made until
 * now become requests, which the owner accepts or declines, and requests in the owner's name are withdrawn (AUTH-09). */
export async function askFriendsAgain(
  { jobs, clock }: Pick<Context, 'jobs' | 'clock'>,
  tx: Queryable,
  userId: string,
): Promise<void> {
  const job = { user_id: userId, before: nowIso({ clock }) };
  await jobs.enqueueMany(tx, askAgainJob, [{ payload: job, key: userId, userId }]);
}

async function askAgain(ctx: Context, { user_id: userId, before }: AskAgainJob): Promise<void> {
  let count: number;
  do {
    const startedMs = ctx.clock.now();
    count = await ctx.change(async (tx, after) => {
      const friends = await repo.turnIntoRequests(tx, { userId, before, limit: BATCH_SIZE });
      const sent = await repo.withdrawRequests(tx, { userId, before, limit: BATCH_SIZE });
      for (const request of sent) await takeRequestBack(tx, after, request);
      const changed = [...friends, ...sent];
      for (const friendship of changed) collectChange(after, friendship);
      const of = changed.map(({ requester_id, addressee_id }) => [requester_id, addressee_id] as const);
      if (of.length > 0) await recordRevocations(ctx, tx, 'unfriended', { by: userId, of });
      return changed.length;
    });
    await coolDownSince(ctx.clock, startedMs);
  } while (count >= BATCH_SIZE);
}

export function startAskingAgain(ctx: Context): Stop {
  ctx.jobs.handle(askAgainJob, (job) => askAgain(ctx, job), { concurrency: 1 });
  return () => {};
}
