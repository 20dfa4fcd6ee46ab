-- A message that the operator has removed keeps its number, sender and time; its words are replaced.
alter table chat_message drop constraint chat_message_kind_check;
alter table chat_message add constraint chat_message_kind_check check (kind in ('text', 'meeting_point', 'removed'));
-- Tells a page that was away that something it shows has been removed.
alter table chat_room add column removed_count integer not null default 0;

-- The reported content is deleted 30 days after the report is closed.
alter table reports alter column subject drop not null;
