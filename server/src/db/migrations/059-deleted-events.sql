-- Guests of an upcoming event whose creator deletes the account are told which event is off, as of a cancelled one (SAFE-03).
alter table notifications
  -- Of kind event_deleted: title, start_time and time_zone of the nearest events, which are gone themselves, and how many more.
  add column deleted_events jsonb;

alter table notifications drop constraint notifications_kind_check;
alter table notifications add constraint notifications_kind_check check (kind in (
  'invited', 'request_received', 'request_accepted', 'event_changed', 'event_cancelled', 'event_live', 'meeting_point_set',
  'event_removed', 'own_event_removed', 'event_deleted', 'made_co_host', 'announcement', 'place_available', 'rsvp_received',
  'friend_sharing', 'reminder', 'answer_reminder'));
