-- The entities of the product: users, friendships, events, event_invites, chat_room, chat_message.
-- Invariants live here, so that no two concurrent requests can break them.

create table users (
  id uuid primary key,
  name text not null default '' check (char_length(name) <= 100),
  email text,
  phone text,
  image text,
  contact_visibility text not null default 'everyone' check (contact_visibility in ('everyone', 'friends')),
  created_at timestamptz not null,
  updated_at timestamptz not null
);
-- Discover pages by (name, id), case-insensitively; an unnamed person sorts first.
create index users_by_name on users (lower(name), id);
-- Search matches a part of the name, or of the address where its owner lets everyone see it.
create extension if not exists pg_trgm;
create index users_by_name_part on users using gin (lower(name) gin_trgm_ops);
create index users_by_email_part on users using gin (lower(email) gin_trgm_ops) where contact_visibility = 'everyone';

create table friendships (
  id uuid primary key,
  requester_id uuid not null references users (id) on delete cascade,
  addressee_id uuid not null references users (id) on delete cascade,
  status text not null default 'pending' check (status in ('pending', 'accepted')),
  created_at timestamptz not null,
  accepted_at timestamptz,
  check (requester_id <> addressee_id),
  check ((status = 'accepted') = (accepted_at is not null))
);
-- At most one row a pair of people, in either direction.
create unique index friendships_pair on friendships (least(requester_id, addressee_id), greatest(requester_id, addressee_id));
create index friendships_by_requester on friendships (requester_id, status);
create index friendships_by_addressee on friendships (addressee_id, status);

create table events (
  id bigint generated always as identity primary key,
  title text not null check (title <> '' and char_length(title) <= 120),
  description text not null default '' check (char_length(description) <= 5000),
  image text,
  location_name text not null check (location_name <> '' and char_length(location_name) <= 200),
  location_address text not null default '' check (char_length(location_address) <= 300),
  location_latitude double precision not null check (location_latitude between -90 and 90),
  location_longitude double precision not null check (location_longitude between -180 and 180),
  start_time timestamptz not null,
  end_time timestamptz not null,
  is_private boolean not null default false,
  created_by uuid not null references users (id) on delete cascade,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  check (end_time > start_time)
);
create index events_by_creator on events (created_by, end_time);

create table event_invites (
  event_id bigint not null references events (id) on delete cascade,
  user_id uuid not null references users (id) on delete cascade,
  status text not null default 'pending' check (status in ('pending', 'accepted', 'declined', 'tentative')),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (event_id, user_id)
);
create index event_invites_by_user on event_invites (user_id, event_id);

create table chat_room (
  id bigint generated always as identity primary key,
  event_id bigint not null unique references events (id) on delete cascade,
  last_seq bigint not null default 0,
  created_at timestamptz not null
);

create table chat_message (
  id uuid primary key,
  chat_room_id bigint not null references chat_room (id) on delete cascade,
  seq bigint not null,
  user_id uuid references users (id) on delete set null,
  message text not null check (message <> '' and char_length(message) <= 4000),
  created_at timestamptz not null,
  unique (chat_room_id, seq)
);
-- Foreign keys are looked up when the row they point at goes.
create index chat_message_by_user on chat_message (user_id);

-- What has been stored in the uploads bucket, and by whom; a file no user and no event names is swept away.
create table uploads (
  path text primary key,
  owner_id uuid references users (id) on delete set null,
  content_type text not null,
  width integer not null,
  height integer not null,
  bytes bigint not null,
  created_at timestamptz not null
);
create index uploads_by_owner on uploads (owner_id, created_at, path);
create index users_by_image on users (image) where image is not null;
create index events_by_image on events (image) where image is not null;
