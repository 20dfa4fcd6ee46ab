import { randomUUID } from 'node:crypto';
import type { Context } from '#server/context.ts';
import type { Queryable } from '#server/db/database.ts';
import { Effects } from '#server/effects/effects.ts';
import { withdrawNotifications } from '#server/features/notifications/service.ts';
import { jobKind, type JobKind } from '#server/jobs/jobs.ts';
import { batchesOf } from '#server/lib/batches-of.ts';
import * as repo from './ask-again-repo.ts';
import { collectChange } from './service.ts';

/** The owner's friendships and requests with these people have changed. */
type AskedAgain = { user_id: string; people_ids: string[] };
const askedAgain: JobKind<AskedAgain> = jobKind<AskedAgain>('friends_asked_again');

const PEOPLE_PER_JOB = 100;

/** In the transaction in which the owner of an address takes over an account that a stranger may have used: friends become requests,
 * which the owner accepts or declines, and requests in the owner's name are withdrawn (AUTH-09). A restore need not know: a backup
 * from before does not know of the proof either, which does it again. */
export async function askFriendsAgain(
  { jobs }: Pick<Context, 'jobs'>,
  tx: Queryable,
  userId: string,
): Promise<void> {
  // First the requests: one that is accepted meanwhile is then found among the friends.
  const asked = await repo.withdrawSentRequests(tx, userId);
  const friends = await repo.turnFriendsIntoRequests(tx, userId);
  const people = [...friends, ...asked].map(({ id }) => id);
  const requests = { kind: 'request_received', userIds: asked.map(({ id }) => id), actorId: userId } as const;
  // The job publishes the counts.
  await withdrawNotifications(tx, new Effects(), requests);
  const changes = batchesOf(people, PEOPLE_PER_JOB).map((people_ids) => ({ user_id: userId, people_ids }));
  const added = changes.map((payload) => ({ payload, key: randomUUID() }));
  await jobs.enqueueMany(tx, askedAgain, added);
}

/** Withdraws live positions, and tells the pages that are open. */
const publishAskedAgain = (ctx: Context, { user_id, people_ids }: AskedAgain): Promise<void> =>
  ctx.change(async (_, after) => {
    after.publishUnreadCounts(people_ids);
    for (const id of people_ids) collectChange(after, { requester_id: user_id, addressee_id: id });
  });

export const handleAskedAgain = (ctx: Context): void =>
  ctx.jobs.handle(askedAgain, (job) => publishAskedAgain(ctx, job), { concurrency: 1 });
