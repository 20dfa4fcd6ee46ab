-- Sessions that people can recognise and end, browsers that have signed in before, and PKCE.

alter table auth.sessions
  -- In words, as of the last refresh; null when unknown.
  add column browser text check (char_length(browser) <= 40),
  add column device text check (char_length(device) <= 40),
  drop constraint sessions_end_reason_check,
  add constraint sessions_end_reason_check check (end_reason in (
    'signed_out', 'token_reused', 'password_changed', 'email_changed', 'phone_changed', 'factors_changed', 'idle',
    'expired', 'ended'
  ));
create index sessions_by_start on auth.sessions (created_at) where ended_at is null;

-- Browsers in which the account has been signed in, recognised by a cookie.
create table auth.known_browsers (
  user_id uuid not null references auth.users (id) on delete cascade,
  -- SHA-256 of the account and the cookie's value: the rows of two accounts do not show that they share a browser.
  hash text not null,
  first_seen_at timestamptz not null,
  last_seen_at timestamptz not null,
  primary key (user_id, hash)
);
create index known_browsers_by_last_seen on auth.known_browsers (last_seen_at);

-- The challenge of the request that this link was sent for: base64url of SHA-256 of the client's verifier.
alter table auth.one_time_tokens add column code_challenge text;

-- What opening such a link yields: a code that its client exchanges for a session.
create table auth.flow_codes (
  -- At most one code a link: opening the link again replaces it.
  token_id uuid primary key references auth.one_time_tokens (id) on delete cascade,
  -- SHA-256 of the code.
  hash text not null unique,
  wrong_verifiers integer not null default 0,
  created_at timestamptz not null
);
