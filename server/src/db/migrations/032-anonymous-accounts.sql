-- Guests without an account: neither an e-mail address nor a phone number (GUEST-01).
alter table auth.users add column is_anonymous boolean not null default false;
alter table auth.users drop constraint users_check;
alter table auth.users add constraint users_address check (is_anonymous = (email is null and phone is null));

-- The same for what other people see, changed in the same transaction.
alter table users
  add column is_anonymous boolean not null default false,
  -- Since when an anonymous account has been on no guest list, as far as the sweep has seen.
  add column unlisted_since timestamptz check (is_anonymous or unlisted_since is null);
create index users_anonymous on users (id) where is_anonymous;
