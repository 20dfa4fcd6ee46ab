import type { Queryable } from '#server/db/database.ts';
import type { Quota } from './quotas.ts';
import type { TurnState } from './turns.ts';

export type NewJob = {
  id: string;
  kind: string;
  payload: object;
  userId: string | null;
  key: string | null;
  now: string;
  dueAt: string;
  expiresAt: string;
};

export type ClaimedJob = {
  id: string;
  payload: object;
  attempts: number;
  failures: number;
  expires_at: string;
  was_due_at: string;
  /** Among those claimed. */
  place: number;
};

export type NewJobOfMany = Pick<NewJob, 'payload' | 'userId' | 'dueAt' | 'expiresAt'> & {
  key: string;
  recipient: string | null;
};

export async function insertJob(tx: Queryable, job: NewJob): Promise<boolean> {
  const rows = await tx.query(
    `insert into jobs (id, kind, payload, user_id, key, created_at, due_at, expires_at)
     values ($1, $2, $3::jsonb, $4, $5, $6, $7, $8)
     on conflict (kind, key) where key is not null do nothing returning id`,
    [job.id, job.kind, JSON.stringify(job.payload), job.userId, job.key, job.now, job.dueAt, job.expiresAt],
  );
  return rows.length > 0;
}

/** A waiting job with the same key stays, at the earlier time: no source postpones another's. A claimed one runs again, because
 * it may not have seen the change: its higher `attempts` keep the running process from deleting it. */
export async function insertJobs(
  tx: Queryable,
  kind: string,
  now: string,
  jobs: readonly NewJobOfMany[],
): Promise<void> {
  const column = <K extends keyof NewJobOfMany>(key: K) => jobs.map((job) => job[key]);
  await tx.query(
    `insert into jobs (id, kind, payload, user_id, recipient, key, created_at, due_at, expires_at)
     select gen_random_uuid(), $1, j.payload::jsonb, j.user_id, j.recipient, j.key, $2::timestamptz, j.due_at, j.expires_at
     from unnest($3::text[], $4::uuid[], $5::uuid[], $6::text[], $7::timestamptz[], $8::timestamptz[])
       as j (payload, user_id, recipient, key, due_at, expires_at)
     order by j.key
     on conflict (kind, key) where key is not null do update set
       attempts = jobs.attempts + (jobs.attempts > 0)::int,
       due_at = case when jobs.attempts > 0 then jobs.due_at else excluded.due_at end,
       expires_at = greatest(jobs.expires_at, excluded.expires_at)
       where jobs.attempts > 0 or excluded.due_at < jobs.due_at`,
    [
      kind,
      now,
      jobs.map(({ payload }) => JSON.stringify(payload)),
      column('userId'),
      column('recipient'),
      column('key'),
      column('dueAt'),
      column('expiresAt'),
    ],
  );
}

/** Adds a job, or makes a running one run again. Each text is an SQL expression over `from`, trusted and never input; a row comes
 * back when the queue must be woken. */
export const addJobSql = (
  job: Record<'kind' | 'payload' | 'key' | 'now' | 'dueAt' | 'from', string>,
): string => `
    insert into jobs (id, kind, payload, key, created_at, due_at, expires_at)
    select gen_random_uuid(), '${job.kind}', ${job.payload}, ${job.key}, ${job.now}, ${job.dueAt},
      ${job.dueAt} + interval '1 day'
    from ${job.from}
    on conflict (kind, key) where key is not null do update set
      attempts = jobs.attempts + 1, due_at = excluded.due_at, expires_at = excluded.expires_at
      where jobs.attempts > 0
    returning id`;

type Claim = { kind: string; now: string; until: string; limit: number };

/** `due` selects id, due_at and place of what is claimed; `$4` is the end of the claim. */
const claimSql = (due: string): string => `
  with mine as (${due})
  update jobs set due_at = $4, attempts = attempts + 1 from mine where jobs.id = mine.id
  returning jobs.id, jobs.payload, jobs.attempts, jobs.failures, jobs.expires_at, mine.due_at as was_due_at, mine.place::int`;
const CLAIM_SQL = claimSql(`
  select id, due_at, 0 as place from jobs where kind = $1 and due_at <= $2
  order by attempts > 0, due_at limit $3 for update skip locked`);

/** Askers looked at in one claim; the next claim continues after them. */
const ASKERS_MAX = 100;
/** Jobs without an asker are looked for among this many of the oldest jobs. */
const OLDEST_MAX = 200;
const nextAskerSql = (after: string): string => `
  select payload ->> 'asked_by' as who from jobs
  where kind = $1 and payload ? 'asked_by' and payload ->> 'asked_by' > ${after} and due_at <= $2
  order by payload ->> 'asked_by' limit 1`;
/** Round robin over askers with due jobs, by name (index `jobs_by_asker`), starting after `$5` and wrapping around. Selects 32 more
 * than `$3`, as another process may hold some. Jobs without an asker follow the first job of each asker. */
const CLAIM_IN_TURNS_SQL = claimSql(`
  select j.id, j.due_at, due.place from unnest(array(
    with recursive asker (place, who, is_round) as (
      select 0, $5::text, false
      union all
      select asker.place + 1, coalesce(later.who, first.who), asker.is_round or later.who is null
      from asker
      left join lateral (${nextAskerSql('asker.who')}) later on true
      left join lateral (${nextAskerSql("''")}) first on later.who is null and not asker.is_round
      where asker.place < ${ASKERS_MAX} and coalesce(later.who, first.who) is not null
        and (not (asker.is_round or later.who is null) or coalesce(later.who, first.who) <= $5)
    )
    select id from (
      select own.id, asker.place, row_number() over (partition by asker.place order by own.due_at) as turn
      from asker
      left join unnest($6::text[], $7::int[]) as running (who, count) on running.who = asker.who
      cross join lateral (
        select id, due_at from jobs
        where kind = $1 and payload ? 'asked_by' and payload ->> 'asked_by' = asker.who and due_at <= $2
        order by due_at limit greatest($8 - coalesce(running.count, 0), 0)) own
      where asker.place > 0
      union all
      select id, ${ASKERS_MAX} + 1, 1 from (
        select id, payload from jobs where kind = $1 and due_at <= $2 order by due_at limit ${OLDEST_MAX}) oldest
      where not payload ? 'asked_by'
    ) ready order by turn, place limit $3 + 32)) with ordinality as due (id, place)
  join jobs j on j.id = due.id
  where j.kind = $1 and j.due_at <= $2
  order by due.place limit $3 for update of j skip locked`);

/** Claims due jobs until `until`. Without `turns`: first attempts before repeated ones, oldest first. With `turns`: the oldest job
 * of each asker, then jobs without an asker, then second jobs. Skips jobs that another process is claiming. */
export function claimJobs(
  db: Queryable,
  { kind, now, until, limit }: Claim,
  turns: TurnState | null,
): Promise<ClaimedJob[]> {
  const params = [kind, now, limit, until];
  if (turns === null) return db.query<ClaimedJob>(CLAIM_SQL, params);
  const { each, after, running, counts } = turns;
  return db.query<ClaimedJob>(CLAIM_IN_TURNS_SQL, [...params, after, running, counts, each]);
}

type Claimed = Pick<ClaimedJob, 'id' | 'attempts'>;

export async function deleteJobs(db: Queryable, jobs: readonly Claimed[]): Promise<void> {
  await db.query(
    `delete from jobs using unnest($1::uuid[], $2::int[]) as done (id, attempts)
     where jobs.id = done.id and jobs.attempts = done.attempts`,
    [jobs.map(({ id }) => id), jobs.map(({ attempts }) => attempts)],
  );
}

export async function postponeJobs(
  db: Queryable,
  jobs: readonly { job: Claimed; dueAt: string; hasFailed: boolean }[],
): Promise<void> {
  await db.query(
    `update jobs set due_at = later.due_at, failures = failures + later.has_failed::int
     from unnest($1::uuid[], $2::int[], $3::timestamptz[], $4::boolean[]) as later (id, attempts, due_at, has_failed)
     where jobs.id = later.id and jobs.attempts = later.attempts`,
    [
      jobs.map(({ job }) => job.id),
      jobs.map(({ job }) => job.attempts),
      jobs.map(({ dueAt }) => dueAt),
      jobs.map(({ hasFailed }) => hasFailed),
    ],
  );
}

/** Counts up to `max` per recipient. Planned for each call: a plan made for an empty table would scan a full one per recipient. */
export const countForQuotas = (
  db: Queryable,
  quotas: readonly Quota[],
): Promise<{ recipient: string; waiting: number }[]> =>
  db.queryPlannedAnew(
    `select r.recipient, (
       select count(*)::int from (
         select from jobs j where j.user_id = r.user_id and j.recipient = r.recipient limit r.max) counted) as waiting
     from unnest($1::uuid[], $2::uuid[], $3::int[]) as r (user_id, recipient, max)`,
    [
      quotas.map(({ userId }) => userId),
      quotas.map(({ recipient }) => recipient),
      quotas.map(({ max }) => max),
    ],
  );

/** At most `limit` jobs for recipients except `kept`; returns how many. Skips locked rows. */
export async function deleteBatch(
  db: Queryable,
  { userId, kept = [] }: { userId: string; kept?: readonly string[] },
  limit: number,
): Promise<number> {
  const rows = await db.query(
    `delete from jobs where id = any(array(
       select id from jobs where user_id = $1 and recipient is not null and recipient <> all($2::uuid[])
       limit $3 for update skip locked))
     returning 1`,
    [userId, kept, limit],
  );
  return rows.length;
}

/** Selects by person first: many people's jobs wait for the same time. */
const RESCHEDULE_SQL = `
  with own as materialized (select id, kind from jobs where user_id = $2)
  update jobs set due_at = $4 from own where jobs.id = own.id and own.kind = $1 and jobs.due_at = $3`;

export async function rescheduleJobs(
  tx: Queryable,
  kind: string,
  { userId, fromAt, toAt }: { userId: string; fromAt: string; toAt: string },
): Promise<void> {
  await tx.query(RESCHEDULE_SQL, [kind, userId, fromAt, toAt]);
}

export async function findNextDue(db: Queryable, kind: string): Promise<string | null> {
  const [next] = await db.query<{ due_at: string }>(
    'select due_at from jobs where kind = $1 order by due_at limit 1',
    [kind],
  );
  return next?.due_at ?? null;
}

/** `overdue`: due and not taken yet, or failed and to be tried again. */
export type WaitingJobs = { kind: string; waiting: number; overdue: number; oldest: string };

export const countWaiting = (db: Queryable, now: string): Promise<WaitingJobs[]> =>
  db.query<WaitingJobs>(
    `select kind, count(*)::int as waiting, count(*) filter (where due_at <= $1 or failures > 0)::int as overdue,
       min(created_at) as oldest
     from jobs group by kind order by kind`,
    [now],
  );
