/** The announcement's words; null once it is taken down (HOST-05). */
const ANNOUNCEMENT = `
  case when n.kind = 'announcement' then (
    select m.message
    from (select a.* from announcements a where a.event_id = n.event_id order by a.made_at desc limit 1) last
    join chat_message m on m.id = last.message_id
    where last.taken_down_at is null and m.kind = 'announcement' and m.user_id = n.actor_id
  ) end`;

/** Columns of a `NewsSubject`. Expects `notifications n`, `events e` and the actor, `users a`. */
export const NEWS_SUBJECT_COLUMNS = `
  n.kind, n.event_id, n.actor_id, a.name as actor_name, e.title as event_title, e.start_time,
  coalesce(e.time_zone, n.deleted_events->'events'->0->>'time_zone') as event_zone, n.deleted_events, ${ANNOUNCEMENT} as announcement`;
