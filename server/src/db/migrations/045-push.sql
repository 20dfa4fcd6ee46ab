-- Web Push (PUSH-01 to PUSH-07): where it goes, and what each person wants to be told.

-- Where notifications of a browser go. It ends with the session, of which there is one in a browser.
create table push_subscriptions (
  id uuid primary key,
  user_id uuid not null references users (id) on delete cascade,
  session_id uuid not null unique references auth.sessions (id) on delete cascade,
  endpoint text not null unique check (char_length(endpoint) <= 1000),
  -- Of the browser, base64url: its public key, and the secret that authenticates a message.
  p256dh text not null check (char_length(p256dh) <= 100),
  auth text not null check (char_length(auth) <= 40),
  created_at timestamptz not null
);
create index push_subscriptions_by_user on push_subscriptions (user_id, created_at);

-- No row: everything is wanted.
create table notification_settings (
  user_id uuid primary key references users (id) on delete cascade,
  off text[] not null default '{}',
  -- Minutes of the day in the person's time zone; both or neither.
  quiet_from smallint check (quiet_from between 0 and 1439),
  quiet_until smallint check (quiet_until between 0 and 1439),
  hides_details boolean not null default false,
  by_mail boolean not null default true,
  check ((quiet_from is null) = (quiet_until is null) and quiet_from <> quiet_until)
);

-- Chats that somebody wants no push from; `until` null: for good.
create table muted_chats (
  user_id uuid not null references users (id) on delete cascade,
  event_id bigint not null references events (id) on delete cascade,
  until timestamptz,
  primary key (user_id, event_id)
);
create index muted_chats_by_event on muted_chats (event_id);

-- How far each chat has been pushed, so that a repeated round pushes nothing twice.
create table pushed_chats (
  event_id bigint primary key references events (id) on delete cascade,
  last_seq bigint not null,
  pushed_at timestamptz not null
);
create index pushed_chats_by_time on pushed_chats (pushed_at);

-- Messages on a visible page, read or not: nobody is pushed what is before their eyes (PUSH-05).
alter table chat_read add column shown_seq bigint not null default 0;

-- IANA name of the zone of the browser used last (DATA-04); null: none has told it.
alter table users add column time_zone text check (char_length(time_zone) <= 60);

alter table notifications drop constraint notifications_kind_check;
alter table notifications add constraint notifications_kind_check check (kind in (
  'invited', 'request_received', 'request_accepted', 'event_changed', 'event_cancelled', 'event_live', 'meeting_point_set',
  'event_removed', 'own_event_removed', 'made_co_host', 'announcement', 'place_available', 'rsvp_received',
  'friend_sharing', 'reminder', 'answer_reminder'));
-- A friend starts to share once for each event and person, read or not.
create unique index notifications_sharing_once on notifications (user_id, event_id, actor_id) where kind = 'friend_sharing';
