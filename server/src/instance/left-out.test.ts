import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { createEmptyDatabase } from '@hereabouts/testing/instance';
import { PATIENT } from '@hereabouts/testing/patience';
import { startPostgres } from '@hereabouts/testing/postgres';
import { silentLog } from '@hereabouts/testing/silent-log';
import pg from 'pg';
import { extract, pack, type Header } from 'tar-stream';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { systemClock } from '#server/clock.ts';
import { readConfig, type Config } from '#server/config.ts';
import { openDatabase } from '#server/db/open.ts';
import { RowSum } from '#server/db/transfer/rows.ts';
import { ENTRIES, type ArchiveDatabase, type ArchiveHead } from './archive-format.ts';
import { backUp } from './backup.ts';
import { moveInstance } from './move.ts';
import { restoreArchive } from './restore.ts';

const parts = { clock: systemClock, log: silentLog };
const here = inject('testDatabase').engine;
const installed = here === 'pglite' ? await startPostgres() : null;
afterAll(() => installed?.stop());

/** As a version that left nothing out would have written it. */
async function withTheirs(whole: Buffer): Promise<Buffer> {
  const [from, to] = [extract(), pack()];
  from.end(whole);
  for await (const entry of from as AsyncIterable<Readable & { header: Header }>) {
    const { name } = entry.header;
    let body = await buffer(entry);
    if (name === ENTRIES.head) {
      const head = JSON.parse(body.toString()) as ArchiveHead;
      head.tables.push({ name: 'public.theirs', columns: ['id'] });
      body = Buffer.from(JSON.stringify(head));
    }
    if (name === ENTRIES.database) {
      const sums = JSON.parse(body.toString()) as ArchiveDatabase;
      sums.sequences.push({ name: 'public.strays', value: '7', isCalled: true });
      sums.totals['public.theirs'] = new RowSum().total();
      body = Buffer.from(JSON.stringify(sums));
    }
    to.entry({ name }, body);
  }
  to.finalize();
  return await buffer(to);
}

describe.skipIf(here !== 'pglite' || installed === null)(
  'tables that somebody else made in Postgres',
  { timeout: 120_000 },
  () => {
    let folder: string;
    let source: Config;
    let archive: string;
    let leftOut: readonly string[];

    const newDatabase = async (name: string): Promise<Config> => {
      const url = await createEmptyDatabase(installed!, name);
      return { ...readConfig({ LOG_LEVEL: 'fatal' }), dataDir: folder, database: { url, poolSize: 2 } };
    };
    const query = async ({ database: { url } }: Config, text: string) => {
      const client = new pg.Client(url ?? '');
      await client.connect();
      const { rows } = await client.query<object>(text);
      await client.end();
      return rows;
    };

    beforeAll(async () => {
      folder = await mkdtemp(join(tmpdir(), 'hereabouts-left-out-'));
      source = await newDatabase('source');
      const options = { dataDir: folder, url: source.database.url ?? '', ...PATIENT };
      await (await openDatabase(options, parts)).close();
      await query(
        source,
        `create table theirs (id int); insert into theirs values (1);
         create schema tools; create table tools.beats (id serial primary key); create sequence strays`,
      );
      archive = join(folder, 'archive.tar');
      ({ leftOut } = await backUp(source, archive, parts));
    });
    afterAll(() => rm(folder, { recursive: true, force: true }));

    test('OPS-03 a backup leaves them out and names them, and replaces a database that has others', async () => {
      expect(leftOut).toEqual(['public.theirs', 'tools.beats', 'public.strays', 'tools.beats_id_seq']);
      const target = await newDatabase('target');
      await query(target, 'create table others (id int); create sequence strays');
      const restored = await restoreArchive(target, archive, { replace: true }, parts);
      expect(restored.leftOut).toEqual([]);
      expect(
        await query(target, "select to_regclass('theirs') as theirs, to_regclass('others') as others"),
      ).toEqual([{ theirs: null, others: null }]);
    });

    test('OPS-03 an earlier backup that has them is restored without them, and they are named', async () => {
      const earlier = join(folder, 'earlier.tar');
      await writeFile(earlier, await withTheirs(await readFile(archive)));
      const target = await newDatabase('of_earlier');
      const restored = await restoreArchive(target, earlier, { replace: false }, parts);
      expect(restored.leftOut).toEqual(['public.theirs', 'public.strays']);
    });

    test('OPS-03 OPS-09 a backup of what a newer version has migrated leaves nothing out', async () => {
      const newer = await newDatabase('newer');
      await (
        await openDatabase({ dataDir: folder, url: newer.database.url ?? '', ...PATIENT }, parts)
      ).close();
      await query(
        newer,
        `create table later (id int primary key); insert into schema_migrations values ('999-later.sql', '', now())`,
      );
      const archived = await backUp(newer, join(folder, 'newer.tar'), parts);
      expect(archived.leftOut).toEqual([]);
      expect([...archived.totals.keys()]).toContain('public.later');
    });

    test('OPS-02 a move is refused because of them, and the source stays as it was', async () => {
      const { database } = await newDatabase('moved_to');
      const move = moveInstance(source, { to: database.url ?? '', s3: false, force: false }, parts);
      await expect(move).rejects.toThrow('do not make public.theirs, tools.beats, public.strays');
      expect(await query(source, 'select id from theirs')).toEqual([{ id: 1 }]);
    });
  },
);
