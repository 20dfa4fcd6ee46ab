import { repeat } from '#server/repeat.ts';
import type { AuthParts } from './parts.ts';
import { deleteTokensExpiredBefore } from './one-time-token-repo.ts';
import {
  deleteRefreshTokensRotatedBefore,
  deleteSessionsEndedBefore,
  endSessionsIdleSince,
} from './session-repo.ts';
import { SESSION_IDLE_MAX_MS } from './sessions.ts';
import { deleteSigningKeysRetiredBefore } from './signing-key-repo.ts';
import { deleteUnconfirmedBefore } from './user-repo.ts';

const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;
const SWEEP_EVERY_MS = HOUR_MS;
/** Ended sessions and rotated tokens are kept this long, to tell a reused token from an unknown one. */
const KEPT_MS = DAY_MS;
const UNCONFIRMED_KEPT_MS = 7 * DAY_MS;

/** Sweeps every hour, one sweep at a time; the returned function stops and waits for the one that is running. */
export const startSweeping = (parts: AuthParts): (() => Promise<void>) =>
  repeat(parts, {
    everyMs: SWEEP_EVERY_MS,
    failure: 'sweeping accounts failed',
    work: () => sweep(parts),
  });

/** Takes away what is of no more use. Several processes may do so at once. */
export async function sweep({ db, clock, sessions }: AuthParts): Promise<void> {
  const ago = (ms: number) => new Date(clock.now() - ms).toISOString();
  sessions.announce(await endSessionsIdleSince(db, ago(SESSION_IDLE_MAX_MS), ago(0)));
  await deleteRefreshTokensRotatedBefore(db, ago(KEPT_MS));
  await deleteSessionsEndedBefore(db, ago(KEPT_MS));
  await deleteTokensExpiredBefore(db, ago(KEPT_MS));
  await deleteUnconfirmedBefore(db, ago(UNCONFIRMED_KEPT_MS));
  await deleteSigningKeysRetiredBefore(db, ago(KEPT_MS));
}
