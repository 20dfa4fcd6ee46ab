import { HOUR_MS } from '@hereabouts/contract/durations';
import type { OwnSession, OwnSessions } from '@hereabouts/contract/sessions';
import type { LiveSession } from '#server/auth/sessions/own-sessions.ts';
import { isoOf } from '#server/clock.ts';

export function presentSessions(sessions: readonly LiveSession[], currentId: string): OwnSessions {
  const presented = sessions.map((session) => presentSession(session, currentId));
  return { sessions: presented.toSorted((one, other) => Number(other.is_current) - Number(one.is_current)) };
}

const presentSession = (session: LiveSession, currentId: string): OwnSession => ({
  id: session.id,
  browser: session.browser,
  device: session.device,
  started_at: session.startedAt,
  last_used_at: isoOf(Math.floor(Date.parse(session.refreshedAt) / HOUR_MS) * HOUR_MS),
  is_current: session.id === currentId,
});
