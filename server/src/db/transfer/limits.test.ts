import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createPostgresDatabase } from '@hereabouts/testing/database';
import pg from 'pg';
import { expect, inject, test } from 'vitest';
import { systemClock } from '#server/clock.ts';
import type { Connection } from '#server/db/connection.ts';
import { MIGRATIONS_FOLDER, migrateNew, readMigrations } from '#server/db/migrate.ts';
import { connectPostgres } from '#server/db/postgres.ts';
import { connectForTransfer } from './open.ts';

/** What PgBouncer does not pass on, as docs/operating.md sets it up. */
const IGNORED = new Set([
  'statement_timeout',
  'lock_timeout',
  'idle_in_transaction_session_timeout',
  'options',
]);
const HEAD_BYTES = 8;
const SOCKET = '.s.PGSQL.5432';

/** The first packet of a session: its length, the protocol, then names and values that end with zero. */
function withoutIgnored(packet: Buffer): Buffer {
  const words = packet.subarray(HEAD_BYTES).toString().split('\0');
  const kept: string[] = [];
  for (let at = 0; at + 1 < words.length && words[at] !== ''; at += 2) {
    if (!IGNORED.has(words[at] ?? '')) kept.push(`${words[at]}\0${words[at + 1]}\0`);
  }
  const body = Buffer.from(`${kept.join('')}\0`);
  const head = Buffer.from(packet.subarray(0, HEAD_BYTES));
  head.writeUInt32BE(HEAD_BYTES + body.length);
  return Buffer.concat([head, body]);
}

/** A server in front of another one, whose socket is in a folder of its own. */
async function listenBefore(behind: string, folder: string): Promise<() => void> {
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    const session = connect(join(behind, SOCKET));
    for (const socket of [client, session]) {
      sockets.add(socket);
      socket.on('error', () => {});
    }
    client.once('data', (packet: Buffer) => {
      session.write(withoutIgnored(packet));
      client.pipe(session).pipe(client);
    });
  });
  server.listen(join(folder, SOCKET));
  await once(server, 'listening');
  return () => {
    for (const socket of sockets) socket.destroy();
    server.close();
  };
}

const limitsOf = async (on: Connection) => {
  const { rows } = await on.script(
    `select current_setting('statement_timeout') as statement, current_setting('lock_timeout') as lock,
       current_setting('idle_in_transaction_session_timeout') as idle, current_setting('timezone') as zone`,
  );
  return rows[0] as Record<string, string>;
};

test.skipIf(process.env['TEST_DB'] !== 'postgres')(
  'OPS-02 OPS-03 OPS-09 through PgBouncer, whose role has the limits of a server, a transfer has none',
  async () => {
    const admin = new pg.Client(inject('testDatabase').url);
    await admin.connect();
    const role = `short_${randomUUID().replaceAll('-', '')}`;
    await admin.query(`create role ${role} login superuser;
      alter role ${role} set statement_timeout = '4s';
      alter role ${role} set lock_timeout = '1s';
      alter role ${role} set idle_in_transaction_session_timeout = '1500ms';
      alter role ${role} set timezone = 'America/New_York'`);
    const folder = await mkdtemp(join(tmpdir(), 'hereabouts-limits-'));
    const through = new URL(await createPostgresDatabase(inject('testDatabase').url));
    const close = await listenBefore(through.searchParams.get('host') ?? '', folder);
    through.searchParams.set('host', folder);
    through.username = role;
    try {
      const plain = await connectPostgres({
        url: through.href,
        connectTimeoutMs: 5_000,
        statementTimeoutMs: 0,
        idleInTransactionMs: 0,
        lockTimeoutMs: 0,
      });
      const given = { statement: '4s', lock: '1s', idle: '1500ms', zone: 'America/New_York' };
      expect(await limitsOf(plain)).toEqual(given);
      await migrateNew(plain, await readMigrations(MIGRATIONS_FOLDER), systemClock);
      expect(await limitsOf(plain)).toEqual(given);
      await plain.end();

      const on = await connectForTransfer(through.href);
      const without = { statement: '0', lock: '0', idle: '0', zone: 'UTC' };
      expect(await limitsOf(on)).toEqual(without);
      await migrateNew(on, await readMigrations(MIGRATIONS_FOLDER), systemClock);
      expect(await limitsOf(on)).toEqual(without);
      await on.end();
    } finally {
      close();
      await admin.query(`drop role ${role}`);
      await admin.end();
      await rm(folder, { recursive: true, force: true });
    }
  },
);
