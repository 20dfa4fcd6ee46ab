-- A consent to share one's position ends at the time its person was shown, whatever becomes of the event's end.
alter table live_sharing add column ends_at timestamptz;
update live_sharing s set ends_at = e.end_time from events e where e.id = s.event_id;
alter table live_sharing alter column ends_at set not null;
