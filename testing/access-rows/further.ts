import type { ErrorCode } from '@hereabouts/contract/errors';
import { routes, type RouteName } from '@hereabouts/contract/routes';
import { ROLES, type Expected, type FurtherRole, type Over, type Role } from '../access-world.ts';
import { accessMatrix } from './matrix.ts';
import type { AccessRow } from './row.ts';

export type Outcome = { status: number; code?: ErrorCode };

export const isOfEvent = (name: RouteName): boolean => routes[name].path.includes('{eventId}');

/**
 * What one of the further roles gets in a row. At aal1 nobody passes the session check (MFA-03). People who are blocked,
 * either way, find nothing of the creator's (SAFE-01); anything else they may do as strangers. The session of somebody
 * suspended has ended (OPS-13).
 */
export function furtherOutcome(name: RouteName, row: AccessRow, role: FurtherRole): Outcome {
  if (routes[name].access === 'anyone') return { status: row.expected.anonymous };
  // Whose session does not count opens a link as a visitor does.
  if (routes[name].access === 'optional' && role !== 'blocked' && role !== 'blocking') {
    return { status: row.expected.anonymous };
  }
  if (role === 'creator at aal1' || role === 'invited at aal1') {
    return { status: 403, code: 'second_factor_needed' };
  }
  if (role === 'suspended') return { status: 401, code: 'unauthenticated' };
  return { status: row.ofCreator === true || isOfEvent(name) ? 404 : row.expected.stranger };
}

/** What those who may use a route of an event get once it is over; null: the same as before. */
type Closed = Record<'ended' | 'cancelled', ErrorCode | null>;
const OPEN: Closed = { ended: null, cancelled: null };
const CLOSED: Closed = { ended: 'event_ended', cancelled: 'event_cancelled' };
const NOT_RUNNING: Closed = { ended: 'event_not_running', cancelled: 'event_not_running' };

/** Every route of an event, and what is left of it when the event has ended or was cancelled. */
export const AFTER: Partial<Record<RouteName, Closed>> = {
  getEvent: OPEN,
  updateEvent: CLOSED,
  // Cancelling again changes nothing.
  cancelEvent: { ended: 'event_ended', cancelled: null },
  listInvitable: CLOSED,
  inviteFriends: CLOSED,
  respondToInvite: CLOSED,
  getEventLink: OPEN,
  addCoHost: CLOSED,
  removeCoHost: OPEN,
  removeGuest: OPEN,
  listRemoved: OPEN,
  letBackIn: CLOSED,
  announce: CLOSED,
  takeDownAnnouncement: OPEN,
  createEventLink: CLOSED,
  // Switching off always works.
  endEventLink: OPEN,
  setGuestsAllowed: OPEN,
  removeAnonymousGuests: OPEN,
  listMessages: OPEN,
  sendMessage: { ended: null, cancelled: 'event_cancelled' },
  removeMessage: OPEN,
  markChatRead: OPEN,
  muteChat: OPEN,
  getLive: OPEN,
  startSharing: NOT_RUNNING,
  stopSharing: OPEN,
  setMeetingPoint: CLOSED,
  removeMeetingPoint: CLOSED,
  lightBeacon: NOT_RUNNING,
};

/** What a role gets of an event that is over: nobody is told more than before, and nobody finds a removed one. */
export function outcomeAfter(
  name: RouteName,
  { isPrivate, state, role }: { isPrivate: boolean; state: Over; role: Role },
): Outcome {
  if (state === 'removed') return role === 'anonymous' ? { status: 401 } : { status: 404, code: 'not_found' };
  const before = bestOf(name, isPrivate)[role];
  const code = AFTER[name]?.[state] ?? null;
  return before < 300 && code !== null ? { status: 409, code } : { status: before };
}

/** The best each role gets in the rows about private, or public, events: some depend on what is asked for. */
function bestOf(name: RouteName, isPrivate: boolean): Expected {
  const rows: readonly AccessRow[] = accessMatrix[name];
  const tables = rows.filter(({ about }) => about.startsWith(isPrivate ? 'private' : 'public'));
  return Object.fromEntries(
    ROLES.map((role) => [role, Math.min(...tables.map(({ expected }) => expected[role]))]),
  ) as Expected;
}
