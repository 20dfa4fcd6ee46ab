import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { routes } from '@hereabouts/contract/routes';
import { imageUrl } from '@hereabouts/contract/uploads';
import { startTestApp, type TestApp } from '@hereabouts/testing/app';
import { createTestDataDir } from '@hereabouts/testing/data-dir';
import { PATIENT } from '@hereabouts/testing/patience';
import { startPostgres, type PostgresServer } from '@hereabouts/testing/postgres';
import { startS3StandIn, type S3StandIn } from '@hereabouts/testing/s3-stand-in';
import { silentLog } from '@hereabouts/testing/silent-log';
import { png } from '@hereabouts/testing/upload-forms';
import pg from 'pg';
import { contentsOf, createEmptyDatabase } from '@hereabouts/testing/instance';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { systemClock } from '#server/clock.ts';
import { readConfig, type Config } from '#server/config.ts';
import { lockDataDir } from '#server/db/lock.ts';
import { openDatabase } from '#server/db/open.ts';
import { backUp } from './backup.ts';
import { moveInstance } from './move.ts';

const parts = { clock: systemClock, log: silentLog };
const here = inject('testDatabase').engine;
const installed = here === 'pglite' ? await startPostgres() : null;

// Both databases at once: with the embedded one of this run, and a server of its own.
describe.skipIf(here !== 'pglite' || installed === null)('moving an instance', { timeout: 120_000 }, () => {
  let postgres: PostgresServer;
  let bucket: S3StandIn;
  let app: TestApp;
  let embedded: Config;
  let remote: Config;
  let picture: string;
  const folders: string[] = [];

  const newFolder = async () => {
    const folder = await mkdtemp(join(tmpdir(), 'hereabouts-move-'));
    folders.push(folder);
    return folder;
  };
  const newDatabase = (name: string) => createEmptyDatabase(postgres, name);
  const open = (config: Config, force = false) => {
    const { url } = config.database;
    return openDatabase({ dataDir: config.dataDir, ...PATIENT, ...(url !== null && { url }), force }, parts);
  };
  beforeAll(async () => {
    postgres = installed as PostgresServer;
    bucket = await startS3StandIn('pictures');
    const dataDir = await createTestDataDir();
    folders.push(dataDir);
    embedded = { ...readConfig({ LOG_LEVEL: 'fatal' }), dataDir };
    app = await startTestApp({ dataDir }, { db: await open(embedded) });
    const [anna, ben] = [await app.signUp({ name: 'Anna' }), await app.signUp({ name: 'Ben "\\ \' ü ☂' })];
    picture = (await anna.ok(routes.createUpload, { body: await png() })).path;
    await anna.ok(routes.updateMe, { body: { image: picture } });
    await anna.ok(routes.report, { body: { kind: 'user', user_id: ben.id, reason: 'A "reason"\n\\N' } });
    await app.context.db.query(
      `insert into events (title, location_name, location_latitude, location_longitude, start_time, end_time,
         created_by, created_at, updated_at)
       select 'Event ' || n, 'Grève', n / 17.0, 1e-7, now(), now() + interval '1 hour', $1, now(), now()
       from generate_series(1, 1234) n`,
      [anna.id],
    );
    await app.context.db.query(
      `insert into jobs (id, kind, payload, created_at, due_at, expires_at)
       values (gen_random_uuid(), 'waits', '{"n": 12345678901234567890.5}', now(), 'infinity', 'infinity')`,
    );
    await app.stop();
  });
  afterAll(async () => {
    await bucket.stop();
    for (const folder of folders) await rm(folder, { recursive: true, force: true });
  });

  test('OPS-02 embedded and disk → Postgres and S3 → embedded: every row and every file is the same', async () => {
    const before = await contentsOf(embedded);
    expect(before['public.events']).toHaveLength(1234);
    expect(before['auth.sessions']?.length).toBeGreaterThan(0);
    expect(before['auth.signing_keys']).toHaveLength(1);

    const url = await newDatabase('round_trip');
    const { config: s3 } = bucket;
    const there = await moveInstance({ ...embedded, s3 }, { to: url, s3: true, force: false }, parts);
    expect(there.tables.every(({ source, target }) => source === target)).toBe(true);
    expect(there.tables.find(({ name }) => name === 'public.events')?.target).toBe(1234);
    expect(there.pictures).toMatchObject({ files: 3, target: 3, missing: 0 });
    expect([...bucket.objects.keys()]).toContain(picture);
    remote = { ...embedded, dataDir: await newFolder(), database: { url, poolSize: 2 }, s3 };
    expect(await contentsOf(remote)).toEqual(before);
    expect(await contentsOf(embedded)).toEqual(before);

    // The source starts again only with --force.
    await expect(open(embedded)).rejects.toThrow('start with --force');
    // The target is served, its numbers go on, and its pictures are found.
    const moved = await startTestApp({ s3, dataDir: remote.dataDir }, { db: await open(remote) });
    const late = await moved.signUp({ name: 'Late', email: 'late@example.org' });
    expect((await fetch(moved.url + imageUrl(picture))).status).toBe(200);
    const [event] = await moved.context.db.query<{ id: number }>(
      `insert into events (title, location_name, location_latitude, location_longitude, start_time, end_time,
         created_by, created_at, updated_at)
       values ('Next', 'Here', 0, 0, now(), now() + interval '1 hour', $1, now(), now()) returning id`,
      [late.id],
    );
    expect(event?.id).toBe(1235);
    await moved.stop();

    const after = await contentsOf(remote);
    // Without the settings of the bucket the pictures would stay behind.
    const elsewhere = {
      ...embedded,
      dataDir: await newFolder(),
      database: remote.database,
      s3: null,
    };
    const withoutPictures = { to: 'embedded', s3: false, force: false };
    await expect(moveInstance(elsewhere, withoutPictures, parts)).rejects.toThrow('1 pictures are not in');

    const back = await moveInstance(
      { ...embedded, database: remote.database, s3 },
      { to: 'embedded', s3: false, force: false },
      parts,
    );
    expect(back.replaced).toHaveLength(2);
    expect(back.pictures).toMatchObject({ files: 3, target: 3 });
    expect(await contentsOf(embedded)).toEqual(after);
    await expect(open(remote)).rejects.toThrow('start with --force');
    const home = await open(embedded);
    await home.close();
    const forced = await open(remote, true);
    await forced.close();
    const again = await open(remote);
    await again.close();
  });

  test('OPS-02 the source is marked while nothing can serve it', async () => {
    const url = await newDatabase('marked');
    let isLocked = false;
    // The last time that is asked for is that of the mark.
    const now = () => {
      isLocked = isServed(embedded.dataDir);
      return Date.now();
    };
    const watching = { ...parts, clock: { ...systemClock, now } };
    await moveInstance(embedded, { to: url, s3: false, force: false }, watching);
    expect(isLocked).toBe(true);
    // It would replace backups of the new place.
    const archive = join(await newFolder(), 'late.tar');
    await expect(backUp(embedded, archive, parts)).rejects.toThrow('moved away');
    await (await open(embedded, true)).close();
  });

  test('OPS-02 a target that is not empty, or is served, is refused; the source stays as it was', async () => {
    const url = await newDatabase('not_empty');
    const client = new pg.Client(url);
    await client.connect();
    await client.query('create table theirs (id int)');
    const move = () => moveInstance(embedded, { to: url, s3: false, force: false }, parts);
    await expect(move()).rejects.toThrow('not empty');
    await client.query('drop table theirs');
    await client.query(`set application_name = 'hereabouts'`);
    await expect(move()).rejects.toThrow('stop it first');
    await client.end();
    const served = await open(embedded);
    await expect(move()).rejects.toThrow('in use by another');
    await served.close();
  });

  test('OPS-02 a target stays unusable until its transfer is complete, and the transfer can be repeated', async () => {
    const url = await newDatabase('interrupted');
    const target = { ...embedded, database: { url, poolSize: 2 } };
    const failing = { ...parts, clock: { ...systemClock, now: failAfter(2) } };
    await expect(moveInstance(embedded, { to: url, s3: false, force: false }, failing)).rejects.toThrow(
      'stops here',
    );
    await expect(open(target)).rejects.toThrow('was not completed');
    const archive = join(await newFolder(), 'half.tar');
    await expect(backUp(target, archive, parts)).rejects.toThrow('was not completed');
    expect(existsSync(archive)).toBe(false);
    await (await open(embedded)).close();

    await moveInstance(embedded, { to: url, s3: false, force: false }, parts);
    await (await open(target)).close();

    const into = { ...target, dataDir: await newFolder() };
    const backwards = { ...parts, clock: { ...systemClock, now: failAfter(1) } };
    // Without its picture, which is not what this is about.
    const withoutPictures = { to: 'embedded', s3: false, force: true };
    await expect(moveInstance(into, withoutPictures, backwards)).rejects.toThrow('stops here');
    await expect(open({ ...into, database: { url: null, poolSize: 1 } })).rejects.toThrow(
      'was not completed',
    );
    await (await open(target)).close();
  });
});

afterAll(() => installed?.stop());

function isServed(dataDir: string): boolean {
  try {
    lockDataDir(dataDir).release();
    return false;
  } catch {
    return true;
  }
}

/** The clock is asked before the marker, for the schema, and by the mark of an embedded source. */
function failAfter(calls: number): () => number {
  let left = calls;
  return () => {
    left -= 1;
    if (left < 0) throw new Error('stops here');
    return Date.now();
  };
}
