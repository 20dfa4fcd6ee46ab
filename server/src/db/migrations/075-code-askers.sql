-- Who has asked for a code to which address, as one HMAC of both, whether or not the address has an account. A crash of Postgres
-- empties it: who asked then has the ordinary attempts.
create unlogged table auth.code_askers (
  hash text primary key,
  expires_at timestamptz not null
);
create index code_askers_by_expiry on auth.code_askers (expires_at);
