-- Limits that all processes share: the generic cell rate algorithm, one number a key. Keys are HMACs.
-- A crash or a fail-over of Postgres empties the first table, which gives everybody their attempts back.
create unlogged table rate_limits (
  key text primary key,
  -- Microseconds since the epoch: when the key will have all its attempts again.
  full_at bigint not null
);
create index rate_limits_by_time on rate_limits (full_at);

-- The same for limits over a day, which must survive that: wrong codes, and what costs money.
create table rate_limits_kept (
  key text primary key,
  full_at bigint not null
);
create index rate_limits_kept_by_time on rate_limits_kept (full_at);

alter table auth.one_time_tokens
  -- HMAC of the network address that asked for it; wrong codes from elsewhere are counted apart.
  add column asked_by text,
  add column attempts_by_others integer not null default 0,
  -- Which sign-up it belongs to; sending its link again keeps it.
  add column sign_up_id uuid;
-- Each link of a pending sign-up was one sign-up so far, and "send again" made another.
update auth.one_time_tokens set sign_up_id = id where payload is not null;

alter table auth.users
  -- Confirmed without a password of its own: one should be chosen.
  add column needs_password boolean not null default false,
  -- First time that a code or link sent there came back; null where confirmation was not asked for.
  add column email_proved_at timestamptz,
  add column phone_proved_at timestamptz;
