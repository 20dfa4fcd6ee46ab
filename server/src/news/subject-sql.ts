/** The words of the actor's last announcement there; null once it is taken down (HOST-05). */
const ANNOUNCEMENT = `
  case when n.kind = 'announcement' then (
    select case when a.taken_down_at is null and m.kind = 'announcement' then m.message end
    from announcements a join chat_message m on m.id = a.message_id
    where a.event_id = n.event_id and m.user_id = n.actor_id order by a.made_at desc limit 1
  ) end`;

/** Columns of a `NewsSubject`. Expects `notifications n`, `events e` and the actor, `users a`. */
export const NEWS_SUBJECT_COLUMNS = `
  n.kind, n.event_id, n.actor_id, a.name as actor_name, e.title as event_title, e.start_time,
  coalesce(e.time_zone, n.deleted_events->'events'->0->>'time_zone') as event_zone, n.deleted_events, ${ANNOUNCEMENT} as announcement`;
