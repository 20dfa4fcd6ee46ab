-- The code of a sign-up that waits for its confirmation, which uses it. No foreign key: a code that is gone was revoked.
alter table auth.users add column invitation_code_id bigint;
