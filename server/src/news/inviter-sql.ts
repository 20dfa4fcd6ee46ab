/** Whoever last invited the person to the event; null for who came by a link, and once the notification is swept. */
export const inviterSql = (person: string, event: string): string => `(
  select i.actor_id from notifications i
  where i.user_id = ${person} and i.event_id = ${event} and i.kind = 'invited' and i.actor_id is not null
  order by i.id desc limit 1)`;
