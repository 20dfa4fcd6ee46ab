-- What takes access back and could not be put on the bus, for the other processes to find.
create table revocations (
  id bigint generated always as identity primary key,
  written_at timestamptz not null default now(),
  subject text not null,
  message text not null
);
create index revocations_written_at on revocations (written_at);
