-- Two-step sign-in: authenticator apps (TOTP) and recovery codes.

create table auth.factors (
  id uuid primary key,
  user_id uuid not null references auth.users (id) on delete cascade,
  -- One row of kind recovery_code stands for a user's whole set of recovery codes.
  kind text not null check (kind in ('totp', 'recovery_code')),
  status text not null check (status in ('unverified', 'verified')),
  friendly_name text not null default '' check (char_length(friendly_name) <= 100),
  -- TOTP secret, encrypted with a key that is not in this table.
  secret text,
  -- Time step of the last code that was accepted: an older or equal one is a replay.
  last_step bigint not null default -1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  last_challenged_at timestamptz,
  unique (user_id, friendly_name),
  check ((kind = 'totp') = (secret is not null)),
  check (kind = 'totp' or status = 'verified')
);
create unique index factors_one_recovery_set on auth.factors (user_id) where kind = 'recovery_code';
create index factors_unverified on auth.factors (created_at) where status = 'unverified';

-- A code is entered against a challenge.
create table auth.factor_challenges (
  id uuid primary key,
  factor_id uuid not null references auth.factors (id) on delete cascade,
  -- HMAC of the network address that asked; the same one must answer.
  ip_hash text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  verified_at timestamptz
);
create index factor_challenges_of_factor on auth.factor_challenges (factor_id, created_at);
create index factor_challenges_by_expiry on auth.factor_challenges (expires_at);

create table auth.recovery_codes (
  factor_id uuid not null references auth.factors (id) on delete cascade,
  -- SHA-256 of the factor's id and the code.
  hash text not null,
  used_at timestamptz,
  primary key (factor_id, hash)
);

alter table auth.sessions
  -- The factor that raised the session to aal2.
  add column factor_id uuid references auth.factors (id) on delete set null,
  -- Refresh tokens numbered below this are from before the second step and are never traded for an aal2 session.
  add column refresh_floor integer not null default 0;
create index sessions_by_factor on auth.sessions (factor_id) where factor_id is not null;
