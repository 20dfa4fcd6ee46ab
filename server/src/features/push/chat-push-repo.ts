import type { Queryable } from '#server/db/database.ts';

/** `seq`: of the newest message in the push. */
export type ChatPush = { deviceId: string; eventId: number; seq: number; jobId: string };

const columns = (pushes: readonly ChatPush[]) => [
  pushes.map(({ deviceId }) => deviceId),
  pushes.map(({ eventId }) => eventId),
  pushes.map(({ seq }) => seq),
  pushes.map(({ jobId }) => jobId),
];
const PUSHES = `unnest($1::uuid[], $2::bigint[], $3::bigint[], $4::uuid[]) as own (device_id, event_id, seq, job_id)`;

/** Pushes begun at or before `$6` are past their pause; if such a push has not ended (`job_id` is set), its process died. A push in
 * the future was begun before the clock was set back. */
const BEGIN_SQL = `
  insert into chat_pushes as p (device_id, event_id, seq, pushed_at, job_id)
  select device_id, event_id, seq, $5::timestamptz, job_id from ${PUSHES} order by device_id, event_id
  on conflict (device_id, event_id) do update
    set seq = excluded.seq, pushed_at = excluded.pushed_at, job_id = excluded.job_id
    where p.job_id = excluded.job_id
      or (p.seq < excluded.seq or p.job_id is not null) and (p.pushed_at <= $6 or p.pushed_at > excluded.pushed_at)
  returning job_id`;

/** Each device and chat at most once. Returns the jobs that may send. */
export async function beginChatPushes(
  db: Queryable,
  pushes: readonly ChatPush[],
  { now, pauseSince }: { now: string; pauseSince: string },
): Promise<string[]> {
  const rows = await db.query<{ job_id: string }>(BEGIN_SQL, [...columns(pushes), now, pauseSince]);
  return rows.map((row) => row.job_id);
}

/** Locks rows in the order of `BEGIN_SQL`, to avoid deadlocks. */
const HELD = `
  held as (
    select p.device_id, p.event_id from chat_pushes p
    join ${PUSHES} using (device_id, event_id, seq, job_id) order by device_id, event_id for update of p)`;
const END_SQL = {
  sent: `
    with ${HELD}
    update chat_pushes p set job_id = null from held
    where p.device_id = held.device_id and p.event_id = held.event_id`,
  unsent: `
    with ${HELD}
    delete from chat_pushes p using held where p.device_id = held.device_id and p.event_id = held.event_id`,
};

export async function endChatPushes(
  db: Queryable,
  how: keyof typeof END_SQL,
  pushes: readonly ChatPush[],
): Promise<void> {
  await db.query(END_SQL[how], columns(pushes));
}

export async function deleteOldChatPushes(
  db: Queryable,
  { before, limit }: { before: string; limit: number },
): Promise<number> {
  const rows = await db.query(
    `delete from chat_pushes where (device_id, event_id) in (
       select device_id, event_id from chat_pushes where pushed_at < $1 limit $2 for update skip locked)
     returning 1`,
    [before, limit],
  );
  return rows.length;
}
