-- Announcements of hosts (HOST-05). Their words are lines of the chat, so removing or anonymising a line does it here as well.
alter table chat_message drop constraint chat_message_kind_check;
alter table chat_message add constraint chat_message_kind_check
  check (kind in ('text', 'meeting_point', 'removed', 'announcement'));

create table announcements (
  message_id uuid primary key references chat_message (id) on delete cascade,
  event_id bigint not null references events (id) on delete cascade,
  made_at timestamptz not null,
  taken_down_at timestamptz
);
create index announcements_by_event on announcements (event_id, made_at desc);
