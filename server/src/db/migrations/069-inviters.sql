-- Who invited the person: what comes of the event counts for them until the invitation is accepted. Null for whoever came by a link.
alter table event_invites add column invited_by uuid references users (id) on delete set null;
create index event_invites_inviter on event_invites (invited_by) where invited_by is not null;
update event_invites i set invited_by = (
  select n.actor_id from notifications n
  where n.user_id = i.user_id and n.event_id = i.event_id and n.kind = 'invited' and n.actor_id is not null
  order by n.id desc limit 1)
where i.status = 'pending';
