-- The newest message of each chat that a device was pushed, so that no process pushes it again. Rows without foreign keys: those
-- of an ended subscription stand for nobody, and are deleted with the others after a day.
create table chat_pushes (
  device_id uuid not null,
  event_id bigint not null,
  seq bigint not null,
  pushed_at timestamptz not null,
  -- The job that sends it, which may try again; null: it is sent.
  job_id uuid,
  primary key (device_id, event_id)
);
create index chat_pushes_by_time on chat_pushes (pushed_at);
