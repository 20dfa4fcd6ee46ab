-- Accounts whose deletion has begun. Their sessions have ended, nobody signs in to them any more, and a job deletes the rest.
-- Of many guests, who are told in the order of their ids, those up to `notified_up_to` know that the events are off.
create table account_deletions (
  user_id uuid primary key references auth.users (id) on delete cascade,
  begun_at timestamptz not null,
  notified_up_to uuid
);
