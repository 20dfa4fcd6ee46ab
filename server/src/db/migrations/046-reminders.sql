-- Rounds of reminders that are over for an event at its present time, whether they were sent or skipped (REM-01).
create table reminders_sent (
  event_id bigint not null references events (id) on delete cascade,
  kind text not null check (kind in ('answer', 'day', 'hour')),
  primary key (event_id, kind)
);
