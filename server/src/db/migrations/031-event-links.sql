-- Links by which people join the guest list of an event, one an event: a new one takes the place of the old.
create table event_links (
  event_id bigint primary key references events (id) on delete cascade,
  -- Goes into the derivation of the token, with a key that is not in this table.
  salt text not null,
  -- SHA-256 of the token.
  token_hash text not null unique,
  created_at timestamptz not null
);

-- Guests whom a host took off the list, until one lets them back in: the link is gone for them.
create table removed_guests (
  event_id bigint not null references events (id) on delete cascade,
  user_id uuid not null references users (id) on delete cascade,
  removed_at timestamptz not null,
  primary key (event_id, user_id)
);
create index removed_guests_by_user on removed_guests (user_id);

-- IANA name of the zone an event was created in; null for older events and browsers that told none.
alter table events add column time_zone text;
