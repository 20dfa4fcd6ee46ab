-- First steps of a new person (HOME-24): when they shared their link for the first time, and when all steps were complete or
-- dismissed.
alter table users
  add column link_shared_at timestamptz,
  add column first_steps_done_at timestamptz;
