import { LIVE_TEXTS } from '@hereabouts/contract/live';
import { isParticipant, joinOwnInviteSql, ROLE_COLUMNS, type Role } from '#server/access/event-roles.ts';
import { isRunning, type Times } from '#server/access/event-times.ts';
import { visibleByInviteSql } from '#server/access/events.ts';
import type { Clocked } from '#server/clock.ts';
import type { Queryable } from '#server/db/database.ts';
import { HttpError, notFound } from '#server/http/errors.ts';
import type { Viewer } from '#server/http/viewer.ts';

/** What live map, sharing and meeting point begin with. */
export type Participation = Role & {
  id: number;
  title: string;
  start_time: string;
  end_time: string;
  cancelled_at: string | null;
};

export const PARTICIPATION_COLUMNS = `e.id, e.title, e.start_time, e.end_time, e.cancelled_at, ${ROLE_COLUMNS}`;
export const OWN_INVITE_SQL = joinOwnInviteSql('$2');
export const PARTICIPATION_WHERE = `e.id = $1 and ${visibleByInviteSql('$2')}`;

const PARTICIPATION_SQL = `
  select ${PARTICIPATION_COLUMNS} from events e ${OWN_INVITE_SQL} where ${PARTICIPATION_WHERE}`;

/** Undefined for an invisible event. The caller checks participation. */
export async function findParticipation(
  db: Queryable,
  eventId: number,
  viewerId: string,
): Promise<Participation | undefined> {
  const [row] = await db.query<Participation>(PARTICIPATION_SQL, [eventId, viewerId]);
  return row;
}

/** @throws HttpError `not_found`, `forbidden` for others than participants */
export function requireParticipant<Row extends Role>(viewer: Viewer, row: Row | undefined): Row {
  if (row === undefined) throw notFound();
  if (!isParticipant(viewer, row)) throw new HttpError('forbidden', LIVE_TEXTS.notParticipant);
  return row;
}

/** @throws HttpError `event_not_running`, also when cancelled (LIVE-01) */
export function requireRunning({ clock }: Clocked, event: Times): void {
  if (!isRunning(event, clock.now())) throw new HttpError('event_not_running', LIVE_TEXTS.notRunning);
}
