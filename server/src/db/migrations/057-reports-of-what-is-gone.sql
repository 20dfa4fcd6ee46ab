-- A report is stored whatever its reporter can still see: a block, a removal or a deletion by the other person must not
-- prevent it.
alter table reports
  -- Whether the reporter could see it. Their download has the text only then.
  add column was_visible boolean not null default true,
  -- Of the id of something that did not exist: tells whether two reports are about the same. A digest, because it may be
  -- the id of a deleted account.
  add column missing_digest text check (char_length(missing_digest) <= 60);
