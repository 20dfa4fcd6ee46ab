import { HOUR_MS, DAY_MS } from '@hereabouts/contract/durations';
import { startInterval } from '#server/async/interval.ts';
import { inBatches } from '#server/async/cool-down.ts';
import { isoAgo } from '#server/clock.ts';
import { deleteChallengesExpiredBefore } from './factors/challenge-repo.ts';
import { deleteUnverifiedFactorsBefore } from './factors/factor-repo.ts';
import type { AuthParts } from './parts.ts';
import { deleteBrowsersSeenBefore } from './sessions/known-browser-repo.ts';
import { COOKIE_KEPT_MS } from './sessions/known-browsers.ts';
import { deleteCodeAskersExpiredBefore } from './codes/code-asker-repo.ts';
import { deleteTokensExpiredBefore } from './codes/one-time-token-repo.ts';
import { deleteRefreshTokensRotatedBefore } from './sessions/refresh-token-repo.ts';
import { deleteSessionsEndedBefore, endLapsedSessions } from './sessions/session-repo.ts';
import { SESSION_IDLE_MAX_MS, SESSION_MAX_MS } from './sessions/session-lifetime.ts';
import { deleteCodesExpiredBefore } from './sign-ups/sign-ups-repo.ts';
import { deleteSigningKeysRetiredBefore } from './tokens/signing-key-repo.ts';
import { clearLapsedChanges, deleteUnconfirmedBefore } from './accounts/user-repo.ts';
import { LIFETIME_MS } from './codes/one-time-tokens.ts';

const SWEEP_EVERY_MS = HOUR_MS;
/** Kept to tell reused tokens from unknown ones. */
const KEPT_MS = DAY_MS;
const UNCONFIRMED_KEPT_MS = 7 * DAY_MS;
const UNCONFIRMED_PER_BATCH = 500;
/** Each takes its sharing, pushes and sockets with it. */
const SESSIONS_PER_BATCH = 50;
/** All at once would hold up the embedded database for seconds. */
const DELETED_PER_BATCH = 1_000;

export const startSweeping = (parts: AuthParts): (() => Promise<void>) =>
  startInterval(parts, {
    everyMs: SWEEP_EVERY_MS,
    failure: 'sweeping accounts failed',
    work: (isStopping) => sweep(parts, isStopping),
  });

/** Safe with several processes. */
async function sweep({ db, clock, publishLapsed }: AuthParts, isStopping: () => boolean): Promise<void> {
  const ago = (ms: number) => isoAgo({ clock }, ms);
  const untilDone = (size: number, batch: () => Promise<number>) =>
    inBatches(clock, size, async () => (isStopping() ? 0 : await batch()));
  const endLapsed = (reason: 'idle' | 'expired', maxMs: number) =>
    untilDone(SESSIONS_PER_BATCH, async () => {
      const which = { before: ago(maxMs), now: ago(0), limit: SESSIONS_PER_BATCH };
      const ended = await endLapsedSessions(db, reason, which);
      await publishLapsed(ended);
      return ended.length;
    });
  await endLapsed('idle', SESSION_IDLE_MAX_MS);
  await endLapsed('expired', SESSION_MAX_MS);
  const kept = ago(KEPT_MS);
  for (const deleteBefore of [deleteRefreshTokensRotatedBefore, deleteSessionsEndedBefore])
    await untilDone(DELETED_PER_BATCH, () => deleteBefore(db, kept, DELETED_PER_BATCH));
  await deleteBrowsersSeenBefore(db, ago(COOKIE_KEPT_MS));
  await deleteTokensExpiredBefore(db, ago(KEPT_MS));
  await untilDone(DELETED_PER_BATCH, () => deleteCodeAskersExpiredBefore(db, ago(0), DELETED_PER_BATCH));
  await deleteUnverifiedFactorsBefore(db, ago(HOUR_MS));
  await deleteChallengesExpiredBefore(db, ago(HOUR_MS));
  // Sign-ups that wait for their confirmation may use them.
  await deleteCodesExpiredBefore(db, ago(UNCONFIRMED_KEPT_MS));
  await clearLapsedChanges(db, ago(0));
  const unconfirmed = {
    before: ago(UNCONFIRMED_KEPT_MS),
    askedBefore: ago(LIFETIME_MS.signup),
    limit: UNCONFIRMED_PER_BATCH,
  };
  await untilDone(UNCONFIRMED_PER_BATCH, () => deleteUnconfirmedBefore(db, unconfirmed));
  await deleteSigningKeysRetiredBefore(db, ago(KEPT_MS));
}
