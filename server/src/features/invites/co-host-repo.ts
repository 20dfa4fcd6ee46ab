import { notSuspendedSql } from '#server/access/suspended.ts';
import type { Queryable } from '#server/db/database.ts';
import type { InviteStatus } from '#server/db/schema.ts';

export type Candidate = {
  is_co_host: boolean;
  is_anonymous: boolean;
  is_suspended: boolean;
  status: InviteStatus;
  co_hosts: number;
};

const CANDIDATE_SQL = `
  select i.is_co_host, u.is_anonymous, not ${notSuspendedSql('u.id')} as is_suspended, i.status,
    (select count(*)::int from event_invites c where c.event_id = i.event_id and c.is_co_host) as co_hosts
  from event_invites i join users u on u.id = i.user_id
  where i.event_id = $1 and i.user_id = $2`;

export async function findCandidate(
  tx: Queryable,
  eventId: number,
  userId: string,
): Promise<Candidate | undefined> {
  const [row] = await tx.query<Candidate>(CANDIDATE_SQL, [eventId, userId]);
  return row;
}

const SET_CO_HOST_SQL = `
  update event_invites set is_co_host = $3 where event_id = $1 and user_id = $2 and is_co_host <> $3 returning user_id`;

export async function setCoHost(
  tx: Queryable,
  { eventId, userId, isCoHost }: { eventId: number; userId: string; isCoHost: boolean },
): Promise<boolean> {
  return (await tx.query(SET_CO_HOST_SQL, [eventId, userId, isCoHost])).length > 0;
}

const END_CO_HOSTING_SQL = `
  update event_invites set is_co_host = false where user_id = $1 and is_co_host returning event_id`;

/** Returns the events. */
export async function endCoHosting(tx: Queryable, userId: string): Promise<number[]> {
  const rows = await tx.query<{ event_id: number }>(END_CO_HOSTING_SQL, [userId]);
  return rows.map((row) => row.event_id);
}
