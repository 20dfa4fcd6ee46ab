import type { Queryable } from '#server/db/database.ts';
import { partPattern } from '#server/db/sql.ts';

export type PersonRow = {
  id: string;
  name: string;
  email: string | null;
  phone: string | null;
  created_at: string;
  last_sign_in_at: string | null;
  open_reports: number;
  suspended_since: string | null;
};

/** Unconfirmed accounts have no name. */
const PEOPLE_SQL = `
  select a.id, coalesce(u.name, '') as name, a.email, a.phone, a.created_at, a.last_sign_in_at,
    (select count(*)::int from reports r where r.user_id = a.id and r.closed_at is null) as open_reports,
    s.since as suspended_since
  from auth.users a left join users u on u.id = a.id left join auth.suspensions s on s.user_id = a.id`;

const FIND_SQL = `${PEOPLE_SQL}
  where a.id::text = lower($1) or lower(u.name) like lower($2) or a.email like lower($2) or a.phone like $2
  order by lower(coalesce(u.name, '')), a.id
  limit $3`;

export function findPeople(db: Queryable, text: string, limit: number): Promise<PersonRow[]> {
  return db.query<PersonRow>(FIND_SQL, [text, partPattern(text.normalize('NFC')), limit]);
}

const ONE_SQL = `${PEOPLE_SQL} where a.id::text = lower($1) or a.email = lower($1) or a.phone = $1`;

export async function findPerson(db: Queryable, idOrAddress: string): Promise<PersonRow | undefined> {
  const [row] = await db.query<PersonRow>(ONE_SQL, [idOrAddress]);
  return row;
}

export type Targets = {
  user_id?: string | null;
  event_id?: number | null;
  message_id?: string | null;
  report_id?: number | null;
  upload_path?: string | null;
};

export type NewAction = Targets & { operator: string; action: string; reason: string | null; now: string };

const INSERT_ACTION_SQL = `
  insert into operator_actions (created_at, operator, action, reason, user_id, event_id, message_id, report_id, upload_path)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`;

export async function insertAction(tx: Queryable, of: NewAction): Promise<void> {
  const { now, operator, action, reason } = of;
  const { user_id = null, event_id = null, message_id = null, report_id = null, upload_path = null } = of;
  const targets = [user_id, event_id, message_id, report_id, upload_path];
  await tx.query(INSERT_ACTION_SQL, [now, operator, action, reason, ...targets]);
}

export type ActionRow = Required<Targets> & {
  created_at: string;
  operator: string;
  action: string;
  reason: string | null;
};

const ACTIONS_SQL = `
  select created_at, operator, action, user_id, event_id, message_id, report_id, upload_path, reason
  from operator_actions order by id desc limit $1`;

export const listActions = (db: Queryable, limit: number): Promise<ActionRow[]> =>
  db.query<ActionRow>(ACTIONS_SQL, [limit]);
