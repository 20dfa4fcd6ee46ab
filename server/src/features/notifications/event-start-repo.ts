import { joinOwnInviteSql, participantIdsSql } from '#server/access/event-roles.ts';
import { runningSql, wentLiveSql } from '#server/access/event-times.ts';
import type { Queryable } from '#server/db/database.ts';

const STARTED_SQL = `
  select started.id from (
    select e.id, e.start_time, row_number() over (partition by e.created_by order by e.start_time, e.id) as turn
    from events e
    where (e.start_time, e.id) > ($1, 0) and ${runningSql('$3')} and e.created_at < e.start_time
      and not exists (select from unnest($2::bigint[]) as done (id) where done.id = e.id)) started
  order by started.turn, started.start_time, started.id limit $4`;

/** Events running at `now` that were created before their start, except `done`; by turns of their creators, so that many events of
 * one person do not hold up those of others. */
export async function listStarted(
  db: Queryable,
  { since, done, now, limit }: { since: string; done: readonly number[]; now: string; limit: number | null },
): Promise<number[]> {
  const rows = await db.query<{ id: number }>(STARTED_SQL, [since, done, now, limit]);
  return rows.map(({ id }) => id);
}

const INSERT_LIVE_SQL = `
  insert into notifications (user_id, kind, event_id, created_at)
  select u.id, 'event_live', untold.event_id, $2::timestamptz
  from (
    select e.id as event_id, who.id as user_id
    from events e cross join lateral ${participantIdsSql('e.id')} who
    ${joinOwnInviteSql('who.id')}
    where e.id = any($1::bigint[]) and ${runningSql('$2')}
      and (who.id = e.created_by or not (${wentLiveSql('mine.updated_at')}))
      and not exists (
        select from notifications n where n.user_id = who.id and n.event_id = e.id and n.kind = 'event_live')
    limit $3
  ) untold
  join users u on u.id = untold.user_id
  order by u.id, untold.event_id
  for key share of u
  on conflict do nothing
  returning user_id, event_id`;

/** For participants of events running at `now`; guests who answered since the start know of it. Returns those not told before. */
export const insertLiveNotifications = (
  tx: Queryable,
  { eventIds, now, limit }: { eventIds: readonly number[]; now: string; limit: number | null },
): Promise<{ user_id: string; event_id: number }[]> => tx.query(INSERT_LIVE_SQL, [eventIds, now, limit]);

/** @returns whose */
export async function deleteLiveNotifications(tx: Queryable, eventId: number): Promise<string[]> {
  const rows = await tx.query<{ user_id: string }>(
    `delete from notifications where event_id = $1 and kind = 'event_live' returning user_id`,
    [eventId],
  );
  return rows.map(({ user_id }) => user_id);
}
