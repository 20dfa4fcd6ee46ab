import { createHmac } from 'node:crypto';
import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createDatabase, socketFolder } from '../../signed-in-pages/database.ts';
import { getRequest } from '../../load/loader.ts';
import { startProgram } from '../../processes.ts';
import { copyRows, freePort, hasPackage, installPackages, runSql, type Peer } from '../peer.ts';

const FOLDER = import.meta.dirname;
const CLI = join(FOLDER, 'node_modules/@supabase/lite/dist/cli/index.js');
const JWT_SECRET = 'k3-Wq8zR1vN6xT0bY5mC9fH2jL7pS4dG-a-bench-only';
const TOKEN_TTL_S = 3_600;

const SCHEMA = `
  create table users (id uuid primary key, name text, image text);
  create table events (id bigint primary key, title text, description text, image text, location_name text,
    location_latitude double precision, location_longitude double precision, start_time timestamptz,
    end_time timestamptz, is_private boolean, created_by uuid references users (id));
  create table event_invites (event_id bigint references events (id), user_id uuid references users (id), status text,
    primary key (event_id, user_id));
  create index on events (created_by, end_time);
  create index on event_invites (user_id, event_id);`;

/** The roles the server switches to, and the product's rule: an invite is its owner's; a private event its guests'. */
const ACCESS = `
  create role anon; create role authenticated; create role service_role bypassrls;
  grant usage on schema public, auth to anon, authenticated, service_role;
  grant execute on all functions in schema auth to anon, authenticated, service_role;
  grant select on users, events, event_invites to authenticated;
  alter table events enable row level security;
  alter table event_invites enable row level security;
  create policy own on event_invites for select to authenticated using (user_id = (select auth.uid()));
  create policy visible on events for select to authenticated using (not is_private
    or created_by = (select auth.uid())
    or exists (select from event_invites i where i.event_id = events.id and i.user_id = (select auth.uid())));
  vacuum analyze;`;

/** On Postgres: its SQLite cannot filter by a column of a joined table. */
export const supabaseLite: Peer = {
  name: '@supabase/lite',
  version: '0.10.0',
  isInstalled: () => hasPackage(FOLDER, '@supabase/lite'),
  install: () => installPackages(FOLDER),
  async start(setting, visitors, closers) {
    const url = await createDatabase(setting.server, 'lite');
    const project = await mkdtemp(join(setting.folder, 'lite-'));
    const port = await freePort();
    await mkdir(join(project, 'supabase'));
    await writeFile(
      join(project, 'supabase/config.toml'),
      `[api]\nport = ${port}\n[db]\ndriver = "postgres"\nurl = "postgres:///lite"\n[auth]\nenabled = true\njwt_secret = "${JWT_SECRET}"\njwt_expiry = ${TOKEN_TTL_S}\n`,
    );
    const start = () =>
      startProgram(process.execPath, [CLI, 'start', '--no-admin'], {
        cwd: project,
        ready: /Ready in/,
        env: {
          PGHOST: socketFolder(url),
          PGUSER: 'postgres',
          LITE_TELEMETRY: '0',
          DO_NOT_TRACK: '1',
          NODE_ENV: 'production',
        },
      });
    // Its first start makes the schema of its auth service.
    await (await start()).stop();
    runSql(setting, url, SCHEMA);
    copyRows(setting, 'select id, name, image from users', url, 'users');
    const columns =
      'id, title, description, image, location_name, location_latitude, location_longitude, start_time, end_time, is_private, created_by';
    copyRows(setting, `select ${columns} from events`, url, 'events');
    copyRows(setting, 'select event_id, user_id, status from event_invites', url, 'event_invites');
    copyRows(
      setting,
      'select id, email, email_confirmed_at from auth.users',
      url,
      'auth.users (id, email, email_confirmed_at)',
    );
    copyRows(setting, 'select id, user_id from auth.sessions', url, 'auth.sessions (id, user_id)');
    runSql(setting, url, ACCESS);
    const { pid, stop } = await start();
    closers.add(stop);

    const nowS = Math.floor(Date.now() / 1000);
    const query = new URLSearchParams({
      select: `status,event:events!inner(${columns.replaceAll(' ', '')})`,
      'event.end_time': `gte.${new Date().toISOString()}`,
      order: 'event(start_time)',
      limit: '50',
    });
    const requests = visitors.map(({ userId, sessionId }) => {
      const claims = { aud: 'authenticated', role: 'authenticated', sub: userId, session_id: sessionId };
      const token = sign({ ...claims, iat: nowS, exp: nowS + TOKEN_TTL_S });
      return getRequest(`/rest/v1/event_invites?${query.toString()}&user_id=eq.${userId}`, {
        Authorization: `Bearer ${token}`,
      });
    });
    const idsOf = (answer: { event: { id: number } }[]) => answer.map(({ event }) => event.id);
    return { port, pid, requests, idsOf };
  },
};

const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

function sign(claims: object): string {
  const text = `${part({ alg: 'HS256', typ: 'JWT' })}.${part(claims)}`;
  return `${text}.${createHmac('sha256', JWT_SECRET).update(text).digest('base64url')}`;
}
