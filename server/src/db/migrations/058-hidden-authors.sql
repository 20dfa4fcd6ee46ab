-- What was hidden by a block stays hidden when the account of either is deleted: the messages lose their author, and with it
-- the block.
alter table chat_message
  -- Stands for the author in chat_hidden_authors. Null unless their account is gone and they were in a block with somebody.
  add column author_key uuid;
create index chat_message_by_author_key on chat_message (author_key) where author_key is not null;
-- The same of who set it, for its name.
alter table meeting_points add column author_key uuid;

create table chat_hidden_authors (
  author_key uuid not null,
  -- Who does not see what that author wrote.
  user_id uuid not null references users (id) on delete cascade,
  primary key (user_id, author_key)
);
