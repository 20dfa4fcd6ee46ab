import { createHmac } from 'node:crypto';
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { withClient } from '../../signed-in-pages/database.ts';
import { getRequest } from '../../load/loader.ts';
import { startProgram } from '../../processes.ts';
import { freePort, type Peer } from '../peer.ts';

const FOLDER = import.meta.dirname;
const PROGRAM = join(FOLDER, '.bin/base');
/** The last one that Go 1.26 compiles. */
const VERSION = '0.36.8';
const MODULE = `github.com/pocketbase/pocketbase/examples/base@v${VERSION}`;
const SUPERUSER = { email: 'bench@example.org', password: 'bench-only-0123456789' };
const TOKEN_TTL_S = 3_600;
const ID_LENGTH = 15;

const userId = (uuid: string) => uuid.replaceAll('-', '').slice(0, ID_LENGTH);
const eventId = (id: number | string) => `e${String(id).padStart(ID_LENGTH - 1, '0')}`;
/** A time as it stores them. */
const timeOf = (iso: string) => iso.replace('T', ' ');

const text = (name: string) => ({ name, type: 'text' });
const COLLECTIONS = (usersId: string) => [
  {
    name: 'events',
    type: 'base',
    fields: [
      ...['title', 'description', 'image', 'location_name'].map(text),
      ...['location_latitude', 'location_longitude'].map((name) => ({ name, type: 'number' })),
      ...['start_time', 'end_time'].map((name) => ({ name, type: 'date' })),
      { name: 'is_private', type: 'bool' },
      { name: 'created_by', type: 'relation', collectionId: usersId, maxSelect: 1 },
    ],
    indexes: ['create index events_by_creator on events (created_by, end_time)'],
  },
  {
    name: 'event_invites',
    type: 'base',
    // Each person reads their own.
    listRule: 'user = @request.auth.id',
    viewRule: 'user = @request.auth.id',
    fields: [
      { name: 'user', type: 'relation', collectionId: usersId, maxSelect: 1 },
      { name: 'event', type: 'relation', collectionId: 'events', maxSelect: 1 },
      text('status'),
    ],
    indexes: [
      'create unique index event_invites_by_user on event_invites (user, event)',
      'create index event_invites_by_event on event_invites (event)',
    ],
  },
];
const EVENT_RULE =
  'is_private = false || created_by = @request.auth.id || event_invites_via_event.user ?= @request.auth.id';

export const pocketbase: Peer = {
  name: 'PocketBase',
  version: VERSION,
  isInstalled: () => existsSync(PROGRAM),
  install() {
    const env = { ...process.env, GOBIN: join(FOLDER, '.bin') };
    const { status } = spawnSync('go', ['install', MODULE], { env, stdio: 'inherit' });
    if (status !== 0) throw new Error('go install failed');
  },
  async start(setting, visitors, closers) {
    const data = await mkdtemp(join(setting.folder, 'pocketbase-'));
    const port = await freePort();
    const origin = `http://127.0.0.1:${port}`;
    const start = () =>
      startProgram(PROGRAM, ['serve', `--http=127.0.0.1:${port}`, `--dir=${data}`], {
        cwd: data,
        ready: /Server started at/,
      });
    const made = spawnSync(PROGRAM, [
      'superuser',
      'upsert',
      SUPERUSER.email,
      SUPERUSER.password,
      `--dir=${data}`,
    ]);
    if (made.status !== 0) throw new Error(`PocketBase: ${made.stderr.toString()}`);
    const first = await start();
    await configure(origin);
    await first.stop();
    await fill(join(data, 'data.db'), setting.large.url);
    const secret = secretOf(join(data, 'data.db'), visitors);
    const { pid, stop } = await start();
    closers.add(stop);

    const exp = Math.floor(Date.now() / 1000) + TOKEN_TTL_S;
    const now = timeOf(new Date().toISOString());
    const requests = visitors.map((visitor) => {
      const id = userId(visitor.userId);
      const query = new URLSearchParams({
        filter: `user = "${id}" && event.end_time >= "${now}"`,
        sort: 'event.start_time',
        expand: 'event',
        perPage: '50',
        skipTotal: '1',
      });
      const claims = { id, type: 'auth', collectionId: secret.usersId, exp, refreshable: true };
      return getRequest(`/api/collections/event_invites/records?${query.toString()}`, {
        Authorization: sign(claims, (secret.tokenKeys.get(id) ?? '') + secret.secret),
      });
    });
    const idsOf = (answer: { items: { event: string; expand: { event: { title: string } } }[] }) =>
      answer.items
        .filter(({ expand }) => expand.event.title !== '')
        .map(({ event }) => Number(event.slice(1)));
    return { port, pid, requests, idsOf };
  },
};

/** Makes the collections and turns off its request log: the others write none either. */
async function configure(origin: string): Promise<void> {
  let token = '';
  const call = async (method: string, path: string, body?: object) => {
    const response = await fetch(`${origin}/api/${path}`, {
      method,
      headers: { 'content-type': 'application/json', authorization: token },
      ...(body && { body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`PocketBase ${path}: ${await response.text()}`);
    return (await response.json()) as { token: string; id: string };
  };
  const { email: identity, password } = SUPERUSER;
  ({ token } = await call('POST', 'collections/_superusers/auth-with-password', { identity, password }));
  const { id: usersId } = await call('GET', 'collections/users');
  const [events, invites] = COLLECTIONS(usersId);
  if (!events || !invites) return;
  const { id } = await call('POST', 'collections', events);
  for (const field of invites.fields)
    if ('collectionId' in field && field.name === 'event') field.collectionId = id;
  await call('POST', 'collections', invites);
  // It names a collection that has to be there first.
  await call('PATCH', `collections/${id}`, { listRule: EVENT_RULE, viewRule: EVENT_RULE });
  await call('PATCH', 'settings', { logs: { maxDays: 0 } });
}

async function fill(file: string, url: string): Promise<void> {
  const db = new DatabaseSync(file);
  db.exec('pragma synchronous = off; begin');
  const now = timeOf(new Date().toISOString());
  const insertUser = db.prepare(
    `insert into users (id, email, emailVisibility, name, password, tokenKey, verified, created, updated) values (?, ?, 0, ?, '', ?, 1, ?, ?)`,
  );
  const insertEvent = db.prepare(
    `insert into events (id, title, description, image, location_name, location_latitude, location_longitude, start_time,
      end_time, is_private, created_by) values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const insertInvite = db.prepare('insert into event_invites (id, user, event, status) values (?, ?, ?, ?)');
  await withClient(url, async (client) => {
    const rowsOf = async (sql: string) => (await client.query<Record<string, any>>(sql)).rows;
    for (const { id, email, name } of await rowsOf('select id, email, name from users')) {
      insertUser.run(userId(id), email, name, `key-${id}`, now, now);
    }
    for (const row of await rowsOf('select * from events')) {
      const { title, description, image, location_name, location_latitude, location_longitude } = row;
      const [start, end] = [row['start_time'], row['end_time']].map((time: Date) =>
        timeOf(time.toISOString()),
      );
      const place = [location_name, location_latitude, location_longitude];
      const facts = [start ?? '', end ?? '', row['is_private'] ? 1 : 0, userId(row['created_by'])];
      insertEvent.run(eventId(row['id']), title, description, image ?? '', ...place, ...facts);
    }
    let number = 0;
    for (const row of await rowsOf('select event_id, user_id, status from event_invites')) {
      const id = `i${String(number++).padStart(ID_LENGTH - 1, '0')}`;
      insertInvite.run(id, userId(row['user_id']), eventId(row['event_id']), row['status']);
    }
  });
  db.exec('commit; analyze; pragma wal_checkpoint(truncate)');
  db.close();
}

type Secret = { usersId: string; secret: string; tokenKeys: Map<string, string> };

/** What its tokens are signed with: a key of each person and one of the collection. */
function secretOf(file: string, visitors: readonly { userId: string }[]): Secret {
  const db = new DatabaseSync(file, { readOnly: true });
  const row = db.prepare(`select id, options from _collections where name = 'users'`).get();
  db.close();
  const options = JSON.parse(String(row?.['options'])) as { authToken: { secret: string } };
  const tokenKeys = new Map(visitors.map((visitor) => [userId(visitor.userId), `key-${visitor.userId}`]));
  return { usersId: String(row?.['id']), secret: options.authToken.secret, tokenKeys };
}

const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

function sign(claims: object, key: string): string {
  const signed = `${part({ alg: 'HS256', typ: 'JWT' })}.${part(claims)}`;
  return `${signed}.${createHmac('sha256', key).update(signed).digest('base64url')}`;
}
