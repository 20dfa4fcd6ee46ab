// The same pages on node:http with the product's driver and queries, and nothing else: no framework, no checks, no
// presenter, the rows written as they come. A token is looked up in a table that was handed over at the start.
// Usage: bare-server.ts <database url> <file of {token: {userId, eventId}}>
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { systemClock } from '@hereabouts/server/clock';
import { openDatabase } from '@hereabouts/server/db/open';
import { silentLog } from '@hereabouts/testing/silent-log';
import { readRows, type Page } from './pages.ts';

const [url = '', tokenFile = ''] = process.argv.slice(2);
const userIds = new Map(
  Object.entries(JSON.parse(readFileSync(tokenFile, 'utf8')) as Record<string, string>),
);
const db = await openDatabase({ url, dataDir: '', poolSize: 10 }, { clock: systemClock, log: silentLog });

const PAGE_BY_PATH: readonly (readonly [prefix: string, page: Page])[] = [
  ['/api/home', 'home'],
  ['/api/events/', 'event'],
  ['/api/contacts', 'contacts'],
];

const server = createServer((request, response) => {
  const path = request.url ?? '';
  const userId = userIds.get(request.headers.authorization?.slice('Bearer '.length) ?? '');
  const [prefix, page] = PAGE_BY_PATH.find(([prefix]) => path.startsWith(prefix)) ?? [];
  if (userId === undefined || prefix === undefined || page === undefined) {
    response.writeHead(404).end();
    return;
  }
  const asker = { userId, eventId: Number(path.slice(prefix.length)) };
  readRows(db, page, asker, new Date().toISOString()).then(
    (rows) => {
      const body = JSON.stringify(rows);
      response
        .writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) })
        .end(body);
    },
    (error: unknown) => response.writeHead(500).end(String(error)),
  );
});
server.listen(0, '127.0.0.1', () => console.log(`ready ${(server.address() as AddressInfo).port}`));
process.once('SIGTERM', () => {
  server.closeAllConnections();
  server.close();
  void db.close();
});
