import type { Queryable } from '#server/db/database.ts';

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
  expires_at: string;
};

/** False if a job of this kind already has the key. */
export async function insertJob(tx: Queryable, job: NewJob): Promise<boolean> {
  const rows = await tx.query(
    `insert into jobs (id, kind, payload, user_id, key, created_at, due_at, expires_at)
     values ($1, $2, $3::jsonb, $4, $5, $6, $7, $8)
     on conflict (kind, key) where key is not null do nothing returning id`,
    [job.id, job.kind, JSON.stringify(job.payload), job.userId, job.key, job.now, job.dueAt, job.expiresAt],
  );
  return rows.length > 0;
}

type Claim = { kind: string; now: string; until: string; limit: number };

/** Jobs that are due, first attempts before repeated ones, oldest first, not claimed by another process; a claim lasts until `until`. */
export const claimJobs = (db: Queryable, { kind, now, until, limit }: Claim): Promise<ClaimedJob[]> =>
  db.query<ClaimedJob>(
    `with mine as (
       select id from jobs where kind = $1 and due_at <= $2 order by attempts > 0, due_at limit $3 for update skip locked
     )
     update jobs set due_at = $4, attempts = attempts + 1 from mine where jobs.id = mine.id
     returning jobs.id, jobs.payload, jobs.attempts, jobs.expires_at`,
    [kind, now, limit, until],
  );

type Claimed = Pick<ClaimedJob, 'id' | 'attempts'>;

export async function deleteJob(db: Queryable, { id, attempts }: Claimed): Promise<void> {
  await db.query('delete from jobs where id = $1 and attempts = $2', [id, attempts]);
}

export async function postponeJob(db: Queryable, { id, attempts }: Claimed, dueAt: string): Promise<void> {
  await db.query('update jobs set due_at = $3 where id = $1 and attempts = $2', [id, attempts, dueAt]);
}

/** When the next job of this kind is due. */
export async function findNextDue(db: Queryable, kind: string): Promise<string | null> {
  const [next] = await db.query<{ due_at: string }>(
    'select due_at from jobs where kind = $1 order by due_at limit 1',
    [kind],
  );
  return next?.due_at ?? null;
}

export type WaitingJobs = { kind: string; waiting: number; oldest: string };

export const countWaiting = (db: Queryable): Promise<WaitingJobs[]> =>
  db.query<WaitingJobs>(
    'select kind, count(*)::int as waiting, min(created_at) as oldest from jobs group by kind order by kind',
  );
