import { join } from 'node:path';
import { createDatabase, socketFolder } from '../../signed-in-pages/database.ts';
import { getRequest } from '../../load/loader.ts';
import { startProgram } from '../../processes.ts';
import { copyRows, freePort, hasPackage, installPackages, runSql, type Peer } from '../peer.ts';

const FOLDER = import.meta.dirname;
/** An object id as this peer writes them. */
const userSql = (column: string) => `'u' || replace(${column}::text, '-', '')`;

const INDEXES = `
  create index on "EventInvite" ("user", "eventEnd");
  create index on "_Session" ("sessionToken");
  vacuum analyze;`;

/** The invite repeats the event's times, so that one request can leave out what has ended and sort the rest. */
export const parseServer: Peer = {
  name: 'Parse Server',
  version: '9.10.0',
  isInstalled: () => hasPackage(FOLDER, 'parse-server'),
  install: () => installPackages(FOLDER),
  async start(setting, visitors, closers) {
    const url = await createDatabase(setting.server, 'parse');
    const port = await freePort();
    const start = () =>
      startProgram(process.execPath, [join(FOLDER, 'serve.mjs')], {
        cwd: setting.folder,
        ready: /^ready (\d+)$/,
        env: { PGHOST: socketFolder(url), DATABASE: 'parse', PORT: String(port), NODE_ENV: 'production' },
      });
    // Its first start makes the tables.
    await (await start()).stop();
    copyRows(
      setting,
      `select ${userSql('id')}, now(), now(), email, email, name, image, array['*'], array[${userSql('id')}] from users`,
      url,
      '"_User" ("objectId", "createdAt", "updatedAt", username, email, name, image, _rperm, _wperm)',
    );
    copyRows(
      setting,
      `select 'e' || id, now(), now(), id, title, description, image, location_name, location_latitude, location_longitude,
        start_time, end_time, is_private, ${userSql('created_by')}, array[${userSql('created_by')}],
        case when is_private then (select array_agg(${userSql('user_id')}) from event_invites i where i.event_id = e.id)
          else array['*'] end from events e`,
      url,
      '"Event" ("objectId", "createdAt", "updatedAt", number, title, description, image, "locationName", latitude, longitude, "startTime", "endTime", "isPrivate", creator, _wperm, _rperm)',
    );
    copyRows(
      setting,
      `select 'i' || row_number() over (), now(), now(), ${userSql('user_id')}, 'e' || event_id, status, start_time, end_time,
        array[${userSql('user_id')}] from event_invites i join events e on e.id = i.event_id`,
      url,
      '"EventInvite" ("objectId", "createdAt", "updatedAt", "user", event, status, "eventStart", "eventEnd", _rperm)',
    );
    copyRows(
      setting,
      `select 's' || replace(id::text, '-', ''), now(), now(), ${userSql('user_id')}, 'r:' || id, now() + interval '1 day',
        '{"action":"login"}'::jsonb, array[${userSql('user_id')}] from auth.sessions`,
      url,
      '"_Session" ("objectId", "createdAt", "updatedAt", "user", "sessionToken", "expiresAt", "createdWith", _rperm)',
    );
    runSql(setting, url, INDEXES);
    const { pid, stop } = await start();
    closers.add(stop);

    const now = { __type: 'Date', iso: new Date().toISOString() };
    const requests = visitors.map(({ userId, sessionId }) => {
      const user = { __type: 'Pointer', className: '_User', objectId: `u${userId.replaceAll('-', '')}` };
      const query = new URLSearchParams({
        where: JSON.stringify({ user, eventEnd: { $gte: now } }),
        include: 'event',
        order: 'eventStart',
        limit: '50',
      });
      return getRequest(`/parse/classes/EventInvite?${query.toString()}`, {
        'X-Parse-Application-Id': 'bench',
        'X-Parse-Session-Token': `r:${sessionId}`,
      });
    });
    const idsOf = (answer: { results: { event: { number: number } }[] }) =>
      answer.results.map(({ event }) => event.number);
    return { port, pid, requests, idsOf };
  },
};
