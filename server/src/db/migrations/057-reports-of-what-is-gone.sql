-- A report is stored whatever its reporter can still see: a block, a removal or a deletion by the other person must not
-- prevent it.
alter table reports
  -- Whether the reporter could see it. Their download has the text only then.
  add column was_visible boolean not null default true,
  -- Whether the reporter was a guest without an account; such an account is quickly gone.
  add column by_guest boolean not null default false,
  -- Of the kind and id that were reported: whether two reports are equal must not tell whether there is such a thing. A
  -- digest, because it may be the id of a deleted account. Null before this migration.
  add column digest text check (char_length(digest) <= 60);
