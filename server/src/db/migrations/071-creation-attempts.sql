-- Which save of its form made the event what it is, and when: earlier ones that arrive late change nothing, and none does once
-- something else has changed the event, which older releases tell by `updated_at` alone.
alter table events add column creation_attempt integer, add column creation_saved_at timestamptz;
