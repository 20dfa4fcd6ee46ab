-- Personal addresses of calendars, one a person: a new one takes the place of the old (CAL-01).
create table calendar_feeds (
  user_id uuid primary key references users (id) on delete cascade,
  -- Goes into the derivation of the token, with a key that is not in this table.
  salt text not null,
  -- SHA-256 of the token.
  token_hash text not null unique,
  created_at timestamptz not null
);
