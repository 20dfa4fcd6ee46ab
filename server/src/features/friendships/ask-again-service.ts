import { randomUUID } from 'node:crypto';
import { SECOND_MS } from '@hereabouts/contract/durations';
import type { Context } from '#server/context.ts';
import type { Queryable } from '#server/db/database.ts';
import { withdrawNotifications } from '#server/features/notifications/service.ts';
import { jobKind, type JobKind } from '#server/jobs/jobs.ts';
import { batchesOf } from '#server/lib/batches-of.ts';
import * as repo from './ask-again-repo.ts';
import { collectChange } from './service.ts';

/** `former_friends` ask again now, requests to `asked` are withdrawn. */
type AskedAgain = { user_id: string; former_friends: string[]; asked: string[] };
const askedAgain: JobKind<AskedAgain> = jobKind<AskedAgain>('friends_asked_again');

const PEOPLE_PER_JOB = 100;
/** The answer to the proof of the address waits for what it changes. */
const WAIT_MS = SECOND_MS;

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
  const idsOf = (people: { id: string }[]) => people.map(({ id }) => id);
  const changes = [
    ...batchesOf(idsOf(friends), PEOPLE_PER_JOB).map((former_friends) => ({ former_friends, asked: [] })),
    ...batchesOf(idsOf(asked), PEOPLE_PER_JOB).map((batch) => ({ former_friends: [], asked: batch })),
  ];
  const added = changes.map((change) => ({ payload: { user_id: userId, ...change }, key: randomUUID() }));
  await jobs.enqueueMany(tx, askedAgain, added);
}

/** Withdraws notifications and live positions, and tells the pages that are open. */
const publishAskedAgain = (ctx: Context, { user_id, former_friends, asked }: AskedAgain): Promise<void> =>
  ctx.change(async (tx, after) => {
    const requests = { kind: 'request_received', userIds: asked, actorId: user_id } as const;
    await withdrawNotifications(tx, after, requests);
    for (const id of [...former_friends, ...asked])
      collectChange(after, { requester_id: user_id, addressee_id: id });
  });

export const handleAskedAgain = (ctx: Context): void =>
  ctx.jobs.handle(askedAgain, (job) => publishAskedAgain(ctx, job), { concurrency: 1, waitMs: WAIT_MS });
