-- Made by the client for each draft, so that a save which is sent again because its answer was lost makes one event.
alter table events add column creation_key uuid;
create unique index events_creation_key on events (created_by, creation_key);
