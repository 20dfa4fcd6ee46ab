import { DAY_MS, HOUR_MS } from '@hereabouts/contract/durations';
import { createBatcher } from '#server/async/batch.ts';
import { inBatches } from '#server/async/cool-down.ts';
import { startInterval } from '#server/async/interval.ts';
import { isoAgo, nowIso } from '#server/clock.ts';
import type { Context } from '#server/context.ts';
import type { DatabaseLog } from '#server/db/database.ts';
import type { Stop } from '#server/feature.ts';
import * as repo from './chat-push-repo.ts';
import type { ChatPush } from './chat-push-repo.ts';
import { CHAT_PUSH_EVERY_MS } from './delivery-policy.ts';

const PER_STATEMENT = 100;
const SWEEP_EVERY_MS = HOUR_MS;
/** As long as a push may wait. */
const KEPT_MS = DAY_MS;
const DELETED_PER_BATCH = 1_000;

/** Shared by all processes. Several jobs may wait to push the same chat to a device: the first push that is sent covers all. */
export type ChatPushLog = {
  /** Null if this message or a later one has been pushed, or the chat's pause is not over. Call the returned function at the end:
   * if nothing was sent, other jobs may send. */
  begin(push: ChatPush): Promise<((isSent: boolean) => Promise<void>) | null>;
};

export function createChatPushLog(
  ctx: Pick<Context, 'db' | 'clock'> & { log: Pick<DatabaseLog, 'warn'> },
): ChatPushLog {
  const underWay = new Set<string>();
  const beginning = createBatcher<'', ChatPush, boolean>(PER_STATEMENT, async (_, pushes) => {
    const times = { now: nowIso(ctx), pauseSince: isoAgo(ctx, CHAT_PUSH_EVERY_MS) };
    const begun = new Set(await repo.beginChatPushes(ctx.db, pushes, times));
    return pushes.map(({ jobId }) => begun.has(jobId));
  });
  const ending = createBatcher<'sent' | 'unsent', ChatPush, undefined>(PER_STATEMENT, async (how, pushes) => {
    await repo.endChatPushes(ctx.db, how, pushes);
    return [];
  });
  const end = async (how: 'sent' | 'unsent', push: ChatPush) => {
    try {
      await ending.add(how, push);
    } catch (error) {
      ctx.log.warn({ err: error }, 'could not record the push of a chat');
    }
  };
  return {
    async begin(push) {
      const chat = `${push.deviceId} ${push.eventId}`;
      if (underWay.has(chat)) return null;
      underWay.add(chat);
      const hasBegun = await beginning.add('', push).catch((error: unknown) => {
        underWay.delete(chat);
        throw error;
      });
      if (!hasBegun) {
        underWay.delete(chat);
        return null;
      }
      return async (isSent) => {
        await end(isSent ? 'sent' : 'unsent', push);
        underWay.delete(chat);
      };
    },
  };
}

/** The returned function stops it and waits for a sweep in progress. Safe with several processes. */
export const startSweepOfChatPushes = (ctx: Context): Stop =>
  startInterval(ctx, {
    everyMs: SWEEP_EVERY_MS,
    failure: 'could not sweep the pushes of chats',
    work: (isStopping) => sweepChatPushes(ctx, isStopping),
  });

export const sweepChatPushes = (
  ctx: Pick<Context, 'db' | 'clock'>,
  isStopping = () => false,
): Promise<unknown> =>
  inBatches(ctx.clock, DELETED_PER_BATCH, async () =>
    isStopping()
      ? 0
      : await repo.deleteOldChatPushes(ctx.db, { before: isoAgo(ctx, KEPT_MS), limit: DELETED_PER_BATCH }),
  );
