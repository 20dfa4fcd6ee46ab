-- Accounts, sessions and what proves who someone is. `public.users` holds what other people see.
-- Tokens and codes are never stored, only what is needed to recognise one.

create schema auth;

create table auth.users (
  id uuid primary key,
  email text unique check (email = lower(email) and char_length(email) <= 254),
  phone text unique check (phone ~ '^\+[1-9][0-9]{4,14}$'),
  -- argon2id in PHC form; null for a person who only ever used one-time codes.
  password_hash text,
  email_confirmed_at timestamptz,
  phone_confirmed_at timestamptz,
  -- Addresses that were asked for and not yet confirmed.
  new_email text,
  new_phone text,
  user_metadata jsonb not null default '{}',
  confirmation_sent_at timestamptz,
  recovery_sent_at timestamptz,
  last_sign_in_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  check (email is not null or phone is not null)
);
-- Accounts nobody ever confirmed are swept away.
create index users_unconfirmed on auth.users (created_at)
  where email_confirmed_at is null and phone_confirmed_at is null;

-- One signed-in device: the family of its refresh tokens.
create table auth.sessions (
  id uuid primary key,
  user_id uuid not null references auth.users (id) on delete cascade,
  -- Number of the active refresh token; the one before it is its parent.
  refresh_counter integer not null default 0,
  -- Goes into the derivation of this session's refresh tokens, with a key that is not in this table.
  refresh_salt text not null,
  -- SHA-256 of the cookie a browser must also show; null for other clients.
  cookie_hash text,
  aal text not null default 'aal1' check (aal in ('aal1', 'aal2', 'aal3')),
  -- How and when the person proved who they are: [{"method", "timestamp"}].
  amr jsonb not null,
  created_at timestamptz not null,
  refreshed_at timestamptz not null,
  ended_at timestamptz,
  end_reason text check (end_reason in ('signed_out', 'token_reused', 'password_changed', 'idle', 'ended')),
  check ((ended_at is null) = (end_reason is null))
);
create index sessions_by_user on auth.sessions (user_id) where ended_at is null;
create index sessions_by_refresh on auth.sessions (refreshed_at);
create index sessions_by_end on auth.sessions (ended_at) where ended_at is not null;
-- Foreign keys are looked up when the row they point at goes.
create index sessions_of_user on auth.sessions (user_id);

create table auth.refresh_tokens (
  -- SHA-256 of the token.
  hash text primary key,
  session_id uuid not null references auth.sessions (id) on delete cascade,
  -- The token with the number before is the parent.
  counter integer not null,
  created_at timestamptz not null,
  -- When the next token took its place.
  rotated_at timestamptz,
  unique (session_id, counter)
);
create index refresh_tokens_by_rotation on auth.refresh_tokens (rotated_at) where rotated_at is not null;

-- Links and codes that were sent to an address and work once.
create table auth.one_time_tokens (
  id uuid primary key,
  user_id uuid not null references auth.users (id) on delete cascade,
  kind text not null check (kind in (
    'signup', 'recovery', 'magiclink', 'sms', 'email_change_current', 'email_change_new', 'phone_change',
    'reauthentication'
  )),
  -- Where it was sent: the address a code is checked together with.
  sent_to text not null,
  -- SHA-256 of a link's token.
  token_hash text unique,
  -- HMAC of a short code, with a key that is not in this table.
  code_hash text,
  -- Wrong codes tried; the code is dead after a few.
  attempts integer not null default 0,
  -- What this sign-up asked for. The address proves only the sign-up whose link was opened.
  payload jsonb,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index one_time_tokens_by_user on auth.one_time_tokens (user_id, kind);
create index one_time_tokens_by_address on auth.one_time_tokens (sent_to, kind);
create index one_time_tokens_by_expiry on auth.one_time_tokens (expires_at);

-- Keys that sign access tokens. Earlier ones stay while tokens signed with them are still good.
create table auth.signing_keys (
  kid text primary key,
  public_jwk jsonb not null,
  -- Null where the operator keeps the private key (AUTH_SIGNING_KEY).
  private_jwk jsonb,
  active boolean not null,
  created_at timestamptz not null,
  -- When it stopped signing.
  retired_at timestamptz,
  check (active = (retired_at is null))
);
create unique index signing_keys_one_active on auth.signing_keys (active) where active;

-- Secrets made once an instance; see instance-secrets.ts.
create table auth.secrets (
  name text primary key,
  value text not null
);
