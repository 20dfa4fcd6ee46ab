import { ANNOUNCEMENT_TEXTS } from '@hereabouts/contract/announcements';
import { CHAT_TEXTS } from '@hereabouts/contract/chat';
import { CO_HOST_TEXTS } from '@hereabouts/contract/co-hosts';
import { GUEST_REMOVAL_TEXTS } from '@hereabouts/contract/guest-removals';
import { EVENT_TEXTS } from '@hereabouts/contract/event-texts';
import { hasEnded } from '@hereabouts/contract/event-times';
import type { EventSubstance } from '@hereabouts/contract/events';
import { isCancelled } from '#server/access/event-times.ts';
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
  /** `attempt` of the form's latest save, as in `NewEvent`; null after other changes. */
  creation_attempt: number | null;
};

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

const VISIBLE_SQL = `select e.id from events e where e.id = $1 and ${visibleSql('$2')}`;

export async function isVisible(db: Queryable, eventId: number, viewerId: string): Promise<boolean> {
  return (await db.query(VISIBLE_SQL, [eventId, viewerId])).length > 0;
}

/** @throws HttpError `not_found` */
export async function requireVisible(db: Queryable, viewer: Viewer, eventId: number): Promise<void> {
  if (!(await isVisible(db, eventId, viewer.userId))) throw notFound();
}

export const hostedSql = (action: HostAction): string => `
  select e.id, e.title, e.description, e.image, e.location_name, e.location_address, e.location_latitude,
    e.location_longitude, e.start_time, e.end_time, e.is_private, e.places, e.bring_max, e.created_by,
    e.cancelled_at, case when e.updated_at = e.creation_saved_at then e.creation_attempt end as creation_attempt
  from events e
  where e.id = $1 and ${canHostSql(action, '$2')}`;
export const forEachAction = (sqlFor: (action: HostAction) => string) =>
  Object.fromEntries(
    Object.keys(HOST_REFUSALS).map((action) => [action, sqlFor(action as HostAction)]),
  ) as Record<HostAction, string>;
const HOSTED_SQL = forEachAction(hostedSql);

/** Without a lock. @throws HttpError as `lockEventForHost` */
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
