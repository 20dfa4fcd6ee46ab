-- The newest events whose chats a person has read.
create index chat_read_by_user_and_event on chat_read (user_id, event_id);
drop index chat_read_by_user;
