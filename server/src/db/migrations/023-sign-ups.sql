-- Who can create an account: anybody, whoever has an invitation code, or nobody.
-- No row: anybody.
create table auth.sign_ups (
  only_row boolean primary key default true check (only_row),
  openness text not null check (openness in ('open', 'code', 'closed'))
);

create table auth.invitation_codes (
  id bigint generated always as identity primary key,
  -- SHA-256 of the code without its hyphens.
  hash text not null unique,
  uses_left integer not null check (uses_left >= 0),
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index invitation_codes_by_expiry on auth.invitation_codes (expires_at);
