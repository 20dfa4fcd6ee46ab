create table notifications (
  id bigint generated always as identity primary key,
  user_id uuid not null references users (id) on delete cascade,
  kind text not null check (kind in (
    'invited', 'request_received', 'request_accepted', 'event_changed', 'event_cancelled', 'event_live', 'meeting_point_set')),
  event_id bigint references events (id) on delete cascade,
  -- Who did it; null where nobody did (an event went live) or the person is gone.
  actor_id uuid references users (id) on delete cascade,
  created_at timestamptz not null,
  read_at timestamptz
);
create index notifications_by_user on notifications (user_id, id desc);
create index notifications_unread on notifications (user_id) where read_at is null;
-- Old ones are swept away.
create index notifications_by_time on notifications (created_at);
create index notifications_by_event on notifications (event_id);
create index notifications_by_actor on notifications (actor_id);
-- What has not been read yet is told once, however often it happens.
create unique index notifications_once on notifications (user_id, kind, event_id, actor_id) nulls not distinct where read_at is null;
-- An event goes live once for each person, read or not.
create unique index notifications_live_once on notifications (user_id, event_id) where kind = 'event_live';
create index events_by_start on events (start_time);
