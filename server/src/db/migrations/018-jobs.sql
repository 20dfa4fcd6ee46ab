-- Work to be done once, by any process, until it succeeds or expires. No payload holds a link or code that works.
create table jobs (
  id uuid primary key,
  kind text not null,
  payload jsonb not null,
  -- Deleted with the account it is about.
  user_id uuid references auth.users (id) on delete cascade,
  -- At most one job of a kind has a key.
  key text,
  created_at timestamptz not null,
  -- A claim moves it a minute ahead, so the job of a process that died comes back by itself.
  due_at timestamptz not null,
  expires_at timestamptz not null,
  -- The fence of a claim: only the process that made the latest attempt may finish the job.
  attempts integer not null default 0 check (attempts >= 0)
);
create unique index jobs_by_key on jobs (kind, key) where key is not null;
create index jobs_by_time on jobs (kind, due_at);
-- First attempts come before repeated ones.
create index jobs_to_claim on jobs (kind, (attempts > 0), due_at);
create index jobs_by_user on jobs (user_id) where user_id is not null;

-- Each new report counts those of the last hour, to decide how the operator is told.
create index reports_by_time on reports (created_at);
