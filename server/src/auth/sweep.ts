import { HOUR_MS, DAY_MS } from '@hereabouts/contract/durations';
import { startInterval } from '#server/async/interval.ts';
import { isoAgo } from '#server/clock.ts';
import { deleteChallengesExpiredBefore } from './factors/challenge-repo.ts';
import { deleteUnverifiedFactorsBefore } from './factors/factor-repo.ts';
import type { AuthParts } from './parts.ts';
import { deleteBrowsersSeenBefore } from './sessions/known-browser-repo.ts';
import { BROWSER_KEPT_MS } from './sessions/known-browsers.ts';
import { deleteTokensExpiredBefore } from './codes/one-time-token-repo.ts';
import {
  deleteExpiredBefore,
  endSessionsIdleSince,
  endSessionsStartedBefore,
} from './sessions/session-repo.ts';
import { SESSION_IDLE_MAX_MS, SESSION_MAX_MS } from './sessions/sessions.ts';
import { deleteCodesExpiredBefore } from './sign-ups/sign-ups-repo.ts';
import { deleteSigningKeysRetiredBefore } from './tokens/signing-key-repo.ts';
import { clearLapsedChanges, deleteUnconfirmedBefore } from './accounts/user-repo.ts';

const SWEEP_EVERY_MS = HOUR_MS;
/** Kept to distinguish reused tokens from unknown ones. */
const KEPT_MS = DAY_MS;
const UNCONFIRMED_KEPT_MS = 7 * DAY_MS;

export const startSweeping = (parts: AuthParts): (() => Promise<void>) =>
  startInterval(parts, {
    everyMs: SWEEP_EVERY_MS,
    failure: 'sweeping accounts failed',
    work: () => sweep(parts),
  });

/** Deletes expired rows. Safe with several processes. */
export async function sweep({ db, clock, sessions }: AuthParts): Promise<void> {
  const ago = (ms: number) => isoAgo({ clock }, ms);
  sessions.publishEnded(await endSessionsIdleSince(db, ago(SESSION_IDLE_MAX_MS), ago(0)));
  sessions.publishEnded(await endSessionsStartedBefore(db, ago(SESSION_MAX_MS), ago(0)));
  await deleteExpiredBefore(db, 'refresh_tokens', ago(KEPT_MS));
  await deleteExpiredBefore(db, 'sessions', ago(KEPT_MS));
  await deleteBrowsersSeenBefore(db, ago(BROWSER_KEPT_MS));
  await deleteTokensExpiredBefore(db, ago(KEPT_MS));
  await deleteUnverifiedFactorsBefore(db, ago(HOUR_MS));
  await deleteChallengesExpiredBefore(db, ago(HOUR_MS));
  await deleteCodesExpiredBefore(db, ago(0));
  await clearLapsedChanges(db, ago(0));
  await deleteUnconfirmedBefore(db, ago(UNCONFIRMED_KEPT_MS));
  await deleteSigningKeysRetiredBefore(db, ago(KEPT_MS));
}
