import { ANNOUNCEMENT_TEXTS } from '@hereabouts/contract/announcements';
import { CHAT_TEXTS } from '@hereabouts/contract/chat';
import { CO_HOST_TEXTS } from '@hereabouts/contract/co-hosts';
import { GUEST_REMOVAL_TEXTS } from '@hereabouts/contract/guest-removals';
import { EVENT_TEXTS } from '@hereabouts/contract/event-texts';
import type { EventSubstance } from '@hereabouts/contract/events';
import { hasEnded, isCancelled } from '#server/access/event-times.ts';
import { canHostSql, visibleSql, type HostAction } from '#server/access/events.ts';
import type { Clock } from '#server/clock.ts';
import type { Queryable } from '#server/db/database.ts';
import { HttpError, notFound } from '#server/http/errors.ts';
import type { Viewer } from '#server/http/viewer.ts';

export type HeldEvent = EventSubstance & {
  id: number;
  image: string | null;
  is_private: boolean;
  places: number | null;
  bring_max: number;
  created_by: string;
  cancelled_at: string | null;
  /** As of `NewEvent`; null once the event was edited. */
  creation_attempt: number | null;
};

/** For a viewer of the event without the right to the action. */
const HOST_REFUSALS: Record<HostAction, string> = {
  edit: EVENT_TEXTS.mayNotEdit,
  invite: EVENT_TEXTS.mayNotInvite,
  cancel: EVENT_TEXTS.mayNotCancel,
  link: EVENT_TEXTS.mayNotLink,
  remove_guests: GUEST_REMOVAL_TEXTS.mayNotRemove,
  co_hosts: CO_HOST_TEXTS.mayNotAppoint,
  announce: ANNOUNCEMENT_TEXTS.mayNotAnnounce,
  moderate: CHAT_TEXTS.mayNotRemove,
};

const HOLD_SQL = 'select from events where id = $1 for key share';

/** Waits for a host's change of the event (`lockEventForHost`) and keeps later ones out until the commit; holders do not wait
 * for each other. A separate statement, so that later reads see what was committed during the wait. */
export async function holdEvent(tx: Queryable, eventId: number): Promise<void> {
  await tx.query(HOLD_SQL, [eventId]);
}

const HOLD_GUEST_LIST_SQL = 'select from events where id = $1 for no key update';

/** As `holdEvent`, and one at a time, so that places can be counted. */
export async function holdGuestList(tx: Queryable, eventId: number): Promise<void> {
  await tx.query(HOLD_GUEST_LIST_SQL, [eventId]);
}

const HOLD_THESE_LISTS_SQL = 'select from events where id = any($1::bigint[]) order by id for no key update';

export async function holdGuestLists(tx: Queryable, eventIds: readonly number[]): Promise<void> {
  await tx.query(HOLD_THESE_LISTS_SQL, [eventIds]);
}

const HOLD_OWN_ANSWER_SQL = 'select from event_invites where event_id = $1 and user_id = $2 for share';

/** After `holdEvent`: keeps the answer of one guest as it is until the commit, so that what ends with it finds what is made
 * here. */
export async function holdOwnAnswer(tx: Queryable, eventId: number, userId: string): Promise<void> {
  await tx.query(HOLD_OWN_ANSWER_SQL, [eventId, userId]);
}

const HOLD_GUEST_LISTS_SQL = `
  select from events e join event_invites i on i.event_id = e.id where i.user_id = $1
  order by e.id for no key update of e`;

/** All lists a person is on. */
export async function holdGuestListsOf(tx: Queryable, userId: string): Promise<void> {
  await tx.query(HOLD_GUEST_LISTS_SQL, [userId]);
}

const VISIBLE_SQL = `select e.id from events e where e.id = $1 and ${visibleSql('$2')}`;

export async function isVisible(db: Queryable, eventId: number, viewerId: string): Promise<boolean> {
  return (await db.query(VISIBLE_SQL, [eventId, viewerId])).length > 0;
}

/** @throws HttpError `not_found` */
export async function requireVisible(db: Queryable, viewer: Viewer, eventId: number): Promise<void> {
  if (!(await isVisible(db, eventId, viewer.userId))) throw notFound();
}

const hostedSql = (action: HostAction): string => `
  select e.id, e.title, e.description, e.image, e.location_name, e.location_address, e.location_latitude,
    e.location_longitude, e.start_time, e.end_time, e.is_private, e.places, e.bring_max, e.created_by,
    e.cancelled_at, e.creation_attempt from events e
  where e.id = $1 and ${canHostSql(action, '$2')}`;
const forEachAction = (sqlFor: (action: HostAction) => string) =>
  Object.fromEntries(
    Object.keys(HOST_REFUSALS).map((action) => [action, sqlFor(action as HostAction)]),
  ) as Record<HostAction, string>;
const HOSTED_SQL = forEachAction(hostedSql);
const LOCK_SQL = forEachAction((action) => `${hostedSql(action)} for update of e`);

/** Locks the event for a host: its creator, or a co-host where the action allows it. @throws HttpError `forbidden` for other
 * viewers, else `not_found` */
export async function lockEventForHost(
  tx: Queryable,
  viewer: Viewer,
  eventId: number,
  action: HostAction,
): Promise<HeldEvent> {
  const params = [eventId, viewer.userId];
  const [held] = await tx.query<HeldEvent>(LOCK_SQL[action], params);
  // A co-host's role may have ended during the wait, which the first statement does not see.
  const [event] =
    held?.created_by === viewer.userId ? [held] : await tx.query<HeldEvent>(HOSTED_SQL[action], params);
  return event ?? (await refuse(tx, viewer, eventId, action));
}

/** To read what only hosts see, without a lock. @throws HttpError as `lockEventForHost` */
export async function requireHost(
  db: Queryable,
  viewer: Viewer,
  eventId: number,
  action: HostAction,
): Promise<HeldEvent> {
  const [event] = await db.query<HeldEvent>(HOSTED_SQL[action], [eventId, viewer.userId]);
  return event ?? (await refuse(db, viewer, eventId, action));
}

async function refuse(db: Queryable, viewer: Viewer, eventId: number, action: HostAction): Promise<never> {
  if (await isVisible(db, eventId, viewer.userId)) throw new HttpError('forbidden', HOST_REFUSALS[action]);
  throw notFound();
}

export const ended = () => new HttpError('event_ended', EVENT_TEXTS.ended);
export const cancelled = () => new HttpError('event_cancelled', EVENT_TEXTS.cancelled);

/** @throws HttpError `event_cancelled`, `event_ended` */
export function requireNotOver(
  { clock }: { clock: Pick<Clock, 'now'> },
  event: Pick<HeldEvent, 'end_time' | 'cancelled_at'>,
): void {
  if (isCancelled(event)) throw cancelled();
  if (hasEnded(event, clock.now())) throw ended();
}
