-- Events that new guests need an account for (GUEST-03). Not of the link, which can be renewed and switched off.
create table guests_disallowed (
  event_id bigint primary key references events (id) on delete cascade
);
