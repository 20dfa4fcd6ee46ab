-- The picture that the reported person or event showed then. Whoever is reported may choose another one, of somebody else even,
-- before the operator looks.
alter table reports add column picture text;
update reports r set picture = u.image from users u where r.kind = 'user' and u.id = r.user_id and r.subject is not null;
update reports r set picture = e.image from events e where r.kind = 'event' and e.id = r.event_id and r.subject is not null;
create index reports_by_picture on reports (picture) where picture is not null;
