-- Guests who run the event together with its creator (HOST-02). The role is on the invitation, so it ends with it.
alter table event_invites
  add column is_co_host boolean not null default false check (not is_co_host or status <> 'declined');
create index event_invites_co_hosts on event_invites (event_id) where is_co_host;

alter table notifications drop constraint notifications_kind_check;
alter table notifications add constraint notifications_kind_check check (kind in (
  'invited', 'request_received', 'request_accepted', 'event_changed', 'event_cancelled', 'event_live', 'meeting_point_set',
  'event_removed', 'own_event_removed', 'made_co_host'));
