-- The operator has removed an event: told without its title, because the event is deleted.
alter table notifications drop constraint notifications_kind_check;
alter table notifications add constraint notifications_kind_check check (kind in (
  'invited', 'request_received', 'request_accepted', 'event_changed', 'event_cancelled', 'event_live', 'meeting_point_set',
  'event_removed', 'own_event_removed'));

-- A picture that the operator has removed.
alter table operator_actions add column upload_path text;
