-- Of events to come only: of the others nothing more is sent. Apart from the column, whose lock would last as long.
update event_invites i set invited_by = (
  select n.actor_id from notifications n
  where n.user_id = i.user_id and n.event_id = i.event_id and n.kind = 'invited' and n.actor_id is not null
  order by n.id desc limit 1)
from events e where e.id = i.event_id and e.end_time > now() and i.status = 'pending';
