-- Who invited the person: what comes of the event counts for them until the invitation is accepted. Null for whoever came by a link.
alter table event_invites add column invited_by uuid references users (id) on delete set null;
create index event_invites_inviter on event_invites (invited_by) where invited_by is not null;
