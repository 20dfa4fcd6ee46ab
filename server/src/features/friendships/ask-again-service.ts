import { randomUUID } from 'node:crypto';
import type { Context } from '#server/context.ts';
import type { Queryable } from '#server/db/database.ts';
import { Effects } from '#server/effects/effects.ts';
import { withdrawNotifications } from '#server/features/notifications/service.ts';
import { jobKind, type JobKind } from '#server/jobs/jobs.ts';
import { batchesOf } from '#server/lib/batches-of.ts';
import * as repo from './ask-again-repo.ts';

type AskedAgain = { user_id: string; people_ids: string[] };
const askedAgain: JobKind<AskedAgain> = jobKind<AskedAgain>('friends_asked_again');

const PEOPLE_PER_BATCH = 100;

/** When an address's owner takes over an account that a stranger may have used: friends become requests to the owner, requests in
 * the owner's name are withdrawn (AUTH-09). Call the result after the commit. A restored backup has the proof still to come. */
export async function askFriendsAgain(
  { jobs, keep, perform }: Pick<Context, 'jobs' | 'keep' | 'perform'>,
  tx: Queryable,
  userId: string,
): Promise<() => void> {
  // First: a request accepted meanwhile is then among the friends.
  const asked = await repo.withdrawSentRequests(tx, userId);
  const friends = await repo.turnFriendsIntoRequests(tx, userId);
  const people = [...friends, ...asked].map(({ id }) => id);
  const requests = { kind: 'request_received', userIds: asked.map(({ id }) => id), actorId: userId } as const;
  // The effects are dropped: the job publishes the counts.
  await withdrawNotifications(tx, new Effects(), requests);
  const changes = batchesOf(people, PEOPLE_PER_BATCH).map((people_ids) => ({ user_id: userId, people_ids }));
  const added = changes.map((payload) => ({ payload, key: randomUUID() }));
  await jobs.enqueueMany(tx, askedAgain, added);
  // The job may be late.
  const after = new Effects();
  const rechecked = people.length === 0 ? [] : [userId, ...people];
  for (const batch of batchesOf(rechecked, PEOPLE_PER_BATCH)) after.recheckPeople(batch, ['live']);
  await keep(tx, after);
  return () => void perform(after);
}

async function publishAskedAgain(ctx: Context, { user_id, people_ids }: AskedAgain): Promise<void> {
  const after = new Effects().publishUnreadCounts(people_ids);
  for (const id of people_ids) after.publishFriendshipChanged(user_id, id);
  await ctx.perform(after);
}

export const handleAskedAgain = (ctx: Context): void =>
  ctx.jobs.handle(askedAgain, (job) => publishAskedAgain(ctx, job), { concurrency: 1 });
