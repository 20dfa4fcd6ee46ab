-- Two rows a block, one seen from each side, so that a single look-up by (viewer, other) tells whether the two exist for each other.
create table blocks (
  user_id uuid not null references users (id) on delete cascade,
  other_id uuid not null references users (id) on delete cascade,
  -- Whether user_id is the one who blocked: one of the two rows says so, for who is blocked finds nobody to block.
  is_blocker boolean not null,
  created_at timestamptz not null,
  primary key (user_id, other_id),
  check (user_id <> other_id)
);
create index blocks_by_other on blocks (other_id);

-- Reports to the operator. What was reported is kept as it was, though its author may take it away.
create table reports (
  id bigint generated always as identity primary key,
  reporter_id uuid references users (id) on delete set null,
  kind text not null check (kind in ('user', 'event', 'message')),
  user_id uuid references users (id) on delete set null,
  event_id bigint references events (id) on delete set null,
  message_id uuid references chat_message (id) on delete set null,
  -- The name, title or words at the time of the report.
  subject text not null check (char_length(subject) <= 4000),
  reason text not null check (reason <> '' and char_length(reason) <= 1000),
  created_at timestamptz not null,
  closed_at timestamptz
);
create index reports_open on reports (id) where closed_at is null;
create index reports_by_reporter on reports (reporter_id);
create index reports_by_user on reports (user_id);
create index reports_by_event on reports (event_id);
create index reports_by_message on reports (message_id);

-- Who downloads their data reads their own messages in pieces, in order.
drop index chat_message_by_user;
create index chat_message_by_user on chat_message (user_id, chat_room_id, seq);
