-- Places, people brought along and the waiting list (HOST-03, HOST-04, HOST-08).
alter table events
  -- Null: as many as like to come.
  add column places integer check (places between 1 and 10000),
  add column bring_max integer not null default 0 check (bring_max between 0 and 5);

-- Waiting is no answer: it stays pending, with the time the wait began. Only who is going or waits brings somebody.
alter table event_invites
  add column brings integer not null default 0 check (brings between 0 and 5),
  add column waiting_since timestamptz check (waiting_since is null or status = 'pending'),
  add check (brings = 0 or status = 'accepted' or waiting_since is not null);
create index event_invites_waiting on event_invites (event_id, waiting_since, user_id) where waiting_since is not null;
