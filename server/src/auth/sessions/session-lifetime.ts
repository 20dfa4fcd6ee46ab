import { DAY_MS, MINUTE_MS } from '@hereabouts/contract/durations';
import type { Clock } from '#server/clock.ts';
import type { SessionRow } from './session-repo.ts';

/** Neither applies to anonymous accounts (GUEST-03). */
export const SESSION_IDLE_MAX_MS = 60 * DAY_MS;
export const SESSION_MAX_MS = 365 * DAY_MS;
/** How long a session from a reset link may set a password without the current one. */
export const RECOVERY_MS = 60 * MINUTE_MS;

export function lapseOf(clock: Clock, session: SessionRow): 'expired' | 'idle' | null {
  const ageMs = (iso: string) => clock.now() - Date.parse(iso);
  if (ageMs(session.created_at) > SESSION_MAX_MS) return 'expired';
  return ageMs(session.refreshed_at) > SESSION_IDLE_MAX_MS ? 'idle' : null;
}
