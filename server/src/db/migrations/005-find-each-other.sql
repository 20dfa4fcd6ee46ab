-- Chat: what a line is, and how far each person has read.
alter table chat_message add column kind text not null default 'text' check (kind in ('text', 'meeting_point'));

create table chat_read (
  event_id bigint not null references events (id) on delete cascade,
  user_id uuid not null references users (id) on delete cascade,
  last_seq bigint not null,
  primary key (event_id, user_id)
);
create index chat_read_by_user on chat_read (user_id);

-- Consent to share one's position at an event, given on one device. Positions themselves are never stored.
create table live_sharing (
  event_id bigint not null references events (id) on delete cascade,
  user_id uuid not null references users (id) on delete cascade,
  session_id uuid not null,
  started_at timestamptz not null,
  primary key (event_id, user_id)
);
create index live_sharing_by_user on live_sharing (user_id);
create index live_sharing_by_session on live_sharing (session_id);

-- The one pin of an event where people agree to meet.
create table meeting_points (
  event_id bigint primary key references events (id) on delete cascade,
  name text not null check (name <> '' and char_length(name) <= 80),
  latitude double precision not null check (latitude between -90 and 90),
  longitude double precision not null check (longitude between -180 and 180),
  meet_at timestamptz,
  set_by uuid references users (id) on delete set null,
  set_at timestamptz not null
);
create index meeting_points_by_setter on meeting_points (set_by);

-- A cancelled event stays readable until it would have ended.
alter table events add column cancelled_at timestamptz;
