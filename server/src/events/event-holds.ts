import type { HostAction } from '#server/access/events.ts';
import type { Queryable } from '#server/db/database.ts';
import { together } from '#server/db/together.ts';
import type { Viewer } from '#server/http/viewer.ts';
import { forEachAction, hostedSql, requireHost, type HeldEvent } from './event-access.ts';

const HOLD_SQL = 'select from events where id = $1 for key share';

/** Waits for a host's change (`lockEventForHost`) and keeps later ones out until the commit; holders share. A separate statement:
 * later reads see what was committed during the wait. */
export async function holdEvent(tx: Queryable, eventId: number): Promise<void> {
  await tx.query(HOLD_SQL, [eventId]);
}

const HOLD_THESE_SQL = 'select from events where id = any($1::bigint[]) order by id for key share';

export async function holdEvents(tx: Queryable, eventIds: readonly number[]): Promise<void> {
  await tx.query(HOLD_THESE_SQL, [eventIds]);
}

const HOLD_GUEST_LIST_SQL = 'select from events where id = $1 for no key update';

/** Exclusive, so that places can be counted. */
export async function holdGuestList(tx: Queryable, eventId: number): Promise<void> {
  await tx.query(HOLD_GUEST_LIST_SQL, [eventId]);
}

const HOLD_THESE_LISTS_SQL = 'select from events where id = any($1::bigint[]) order by id for no key update';

export async function holdGuestLists(tx: Queryable, eventIds: readonly number[]): Promise<void> {
  await tx.query(HOLD_THESE_LISTS_SQL, [eventIds]);
}

const HOLD_OWN_ANSWER_SQL = 'select from event_invites where event_id = $1 and user_id = $2 for share';

/** After `holdEvent`. A change of the guest's answer waits, and so finds what this transaction creates. */
export async function holdOwnAnswer(tx: Queryable, eventId: number, userId: string): Promise<void> {
  await tx.query(HOLD_OWN_ANSWER_SQL, [eventId, userId]);
}

const LOCK_SQL = forEachAction((action) => `${hostedSql(action)} for update of e`);

/** The creator, or a co-host where the action allows it. @throws HttpError `forbidden` for other viewers, else `not_found` */
export async function lockEventForHost(
  tx: Queryable,
  viewer: Viewer,
  eventId: number,
  action: HostAction,
): Promise<HeldEvent> {
  const [event] = await lockForHostAndRead(tx, viewer, { eventId, action }, async () => {});
  return event;
}

/** As `lockEventForHost`. `read`: sent with the lock; once more if nothing was locked yet. */
export async function lockForHostAndRead<T>(
  tx: Queryable,
  viewer: Viewer,
  { eventId, action }: { eventId: number; action: HostAction },
  read: () => Promise<T>,
): Promise<[event: HeldEvent, read: T]> {
  const lock = tx.query<HeldEvent>(LOCK_SQL[action], [eventId, viewer.userId]);
  const [[held], found] = await together(lock, read());
  if (held?.created_by === viewer.userId) return [held, found];
  // A co-host's role may have ended during the wait.
  const event = await requireHost(tx, viewer, eventId, action);
  // The role was given meanwhile, so nothing is locked yet.
  if (held === undefined) return await lockForHostAndRead(tx, viewer, { eventId, action }, read);
  return [event, found];
}
