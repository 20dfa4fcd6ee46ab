-- Links that befriend whoever opens them, one a person: a new one takes the place of the old.
create table friend_links (
  owner_id uuid primary key references users (id) on delete cascade,
  -- Goes into the derivation of the token, with a key that is not in this table.
  salt text not null,
  -- SHA-256 of the token.
  token_hash text not null unique,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  check (expires_at > created_at)
);
