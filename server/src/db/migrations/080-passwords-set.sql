-- When the session last set the account's password. The answer may have been lost, so it may set the same one again for a while.
alter table auth.sessions add column password_set_at timestamptz;
