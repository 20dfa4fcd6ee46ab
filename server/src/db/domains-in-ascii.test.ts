import { randomUUID } from 'node:crypto';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { domainToASCII } from 'node:url';
import { createTestDataDir, removeTestDataDir } from '@hereabouts/testing/data-dir';
import { createPostgresDatabase } from '@hereabouts/testing/database';
import { silentLog } from '@hereabouts/testing/silent-log';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { systemClock } from '#server/clock.ts';
import type { Database } from './database.ts';
import { MIGRATIONS_FOLDER } from './migrate.ts';
import { openDatabase } from './open.ts';

/** Addresses that were stored before their domains were stored in ASCII. */

const DOMAINS = [
  'bücher.example',
  'пример.испытание',
  '例え.テスト',
  'faß.example',
  'straße-münchen-köln-düsseldorf.example',
  'παράδειγμα.δοκιμή',
  'مثال.إختبار',
  'a-ü-1.b.ö.example',
  '𠮷野家.example',
];

const server = inject('testDatabase');
let target: { url?: string; dataDir: string };
let migrationsFolder: string;
let db: Database;

const open = async () => {
  db = await openDatabase({ ...target, migrationsFolder }, { clock: systemClock, log: silentLog });
};

beforeAll(async () => {
  migrationsFolder = await mkdtemp(join(tmpdir(), 'hereabouts-migrations-'));
  await cp(MIGRATIONS_FOLDER, migrationsFolder, { recursive: true });
  target =
    server.engine === 'postgres'
      ? { url: await createPostgresDatabase(server.url), dataDir: '' }
      : { dataDir: await createTestDataDir() };
  await open();
}, 60_000);
afterAll(async () => {
  await db.close();
  await rm(migrationsFolder, { recursive: true });
  if (target.url === undefined) await removeTestDataDir(target.dataDir);
});

async function addAccount(email: string): Promise<string> {
  const id = randomUUID();
  await db.query(
    `insert into auth.users (id, email, user_metadata, created_at, updated_at) values ($1, $2, '{}', now(), now())`,
    [id, email],
  );
  await db.query(
    `insert into users (id, name, email, created_at, updated_at) values ($1, '', $2, now(), now())`,
    [id, email],
  );
  return id;
}

const addToken = (userId: string, kind: string, sentTo: string) =>
  db.query(
    `insert into auth.one_time_tokens (id, user_id, kind, sent_to, created_at, expires_at)
     values ($1, $2, $3, $4, now(), now())`,
    [randomUUID(), userId, kind, sentTo],
  );

const one = async (table: string, id: string) =>
  (await db.query<{ email: string; new_email?: string }>(`select * from ${table} where id = $1`, [id]))[0];

const sentTo = async (userId: string) =>
  (
    await db.query<{ sent_to: string }>(
      'select sent_to from auth.one_time_tokens where user_id = $1 order by kind',
      [userId],
    )
  ).map((token) => token.sent_to);

test(
  'REG-02 LOGIN-06 stored addresses get their domain in ASCII, but not where the mailbox has another account with it',
  { timeout: 60_000 },
  async () => {
    const wanted = new Map<string, string>();
    for (const domain of DOMAINS)
      wanted.set(await addAccount(`zoë@${domain}`), `zoë@${domainToASCII(domain)}`);
    const [moved = ''] = wanted.keys();
    for (const email of ['zoë@example.org', 'ann@bücher.example', 'ann@xn--bcher-kva.example'])
      wanted.set(await addAccount(email), email);
    const [stays = ''] = [...wanted].find(([, email]) => email === 'ann@bücher.example') ?? [];
    await db.query('update auth.users set new_email = $2 where id = $1', [moved, 'neu@müller.example']);
    await addToken(moved, 'email_change_new', 'neu@müller.example');
    await addToken(moved, 'recovery', 'zoë@bücher.example');
    await addToken(stays, 'recovery', 'ann@bücher.example');

    // It was applied when this database was made: here once more, over these rows.
    const file = join(MIGRATIONS_FOLDER, '083-domains-in-ascii.sql');
    await cp(file, join(migrationsFolder, '901-domains-in-ascii.sql'));
    await db.close();
    await open();

    for (const [id, email] of wanted)
      for (const table of ['auth.users', 'users']) expect((await one(table, id))?.email, table).toBe(email);
    expect((await one('auth.users', moved))?.new_email).toBe('neu@xn--mller-kva.example');
    expect(await sentTo(moved)).toEqual(['neu@xn--mller-kva.example', 'zoë@xn--bcher-kva.example']);
    expect(await sentTo(stays)).toEqual(['ann@bücher.example']);
  },
);
