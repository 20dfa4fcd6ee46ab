import { existsSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { routes } from '@hereabouts/contract/routes';
import { startTestApp } from '@hereabouts/testing/app';
import { createTestDataDir } from '@hereabouts/testing/data-dir';
import { createEmptyDatabase } from '@hereabouts/testing/instance';
import { PATIENT } from '@hereabouts/testing/patience';
import { startPostgres, type PostgresServer } from '@hereabouts/testing/postgres';
import { startS3StandIn, type S3StandIn } from '@hereabouts/testing/s3-stand-in';
import { silentLog } from '@hereabouts/testing/silent-log';
import { png } from '@hereabouts/testing/upload-forms';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest';
import { systemClock } from '#server/clock.ts';
import { readConfig, type Config } from '#server/config.ts';
import { openDatabase } from '#server/db/open.ts';
import { markUnfinished, readMarker } from '#server/db/transfer/marker.ts';
import { NOTES_FOLDER } from '#server/storage/storage-key.ts';
import { openStorage } from '#server/storage/open.ts';
import { onPostgres } from './database-location.ts';
import { moveInstance } from './move.ts';

const parts = { clock: systemClock, log: silentLog };
const THEIRS = '00000000-0000-4000-8000-000000000001.png';
const USED = 'has pictures already: empty it first';
const here = inject('testDatabase').engine;
const installed = here === 'pglite' ? await startPostgres() : null;
afterAll(() => installed?.stop());

const stopsAtRows = {
  ...parts,
  progress: () => {
    throw new Error('stops here');
  },
};

describe.skipIf(here !== 'pglite' || installed === null)(
  'the storage of a move',
  { timeout: 120_000 },
  () => {
    let embedded: Config;
    let picture: string;
    let own: S3StandIn;
    let other: S3StandIn;
    let databases = 0;
    const folders: string[] = [];

    const newDatabase = () => createEmptyDatabase(installed as PostgresServer, `storage_${(databases += 1)}`);
    const move = (url: string, bucket: S3StandIn, using = parts) =>
      moveInstance({ ...embedded, s3: bucket.config }, { to: url, s3: true, force: true }, using);

    beforeAll(async () => {
      const dataDir = await createTestDataDir();
      folders.push(dataDir);
      embedded = { ...readConfig({ LOG_LEVEL: 'fatal' }), dataDir };
      const app = await startTestApp({ dataDir }, { db: await openDatabase({ dataDir, ...PATIENT }, parts) });
      const anna = await app.signUp({ name: 'Anna' });
      picture = (await anna.ok(routes.createUpload, { body: await png() })).path;
      await anna.ok(routes.updateMe, { body: { image: picture } });
      await app.stop();
    });
    beforeEach(async () => {
      own = await startS3StandIn('pictures');
      other = await startS3StandIn('pictures');
      const theirs = await openStorage({ dataDir: embedded.dataDir, s3: other.config }, parts);
      await theirs.put(THEIRS, new Uint8Array(1));
      await theirs.close();
      return async () => {
        await own.stop();
        await other.stop();
      };
    });
    afterAll(async () => {
      for (const folder of folders) await rm(folder, { recursive: true, force: true });
    });

    test('OPS-02 a bucket with pictures is refused as often as it is tried, and nothing is marked or deleted', async () => {
      const url = await newDatabase();
      for (let attempt = 0; attempt < 2; attempt += 1) {
        await expect(move(url, other)).rejects.toThrow(USED);
        expect([...other.objects.keys()]).toEqual([THEIRS]);
        expect(await onPostgres(url, readMarker)).toBeNull();
      }
    });

    test('OPS-02 an interrupted transfer goes on in its own bucket only', async () => {
      const url = await newDatabase();
      // The database can be filled again; which bucket it was for is not known of an older attempt.
      await onPostgres(url, (on) => markUnfinished(on, '2026-06-20T12:00:00.000Z', null));
      await expect(move(url, other)).rejects.toThrow(USED);

      await expect(move(url, own, stopsAtRows)).rejects.toThrow('stops here');
      const late = await openStorage({ dataDir: embedded.dataDir, s3: own.config }, parts);
      await late.put(THEIRS, new Uint8Array(1));
      // Nothing of this instance was written yet.
      await expect(move(url, own)).rejects.toThrow(USED);
      await late.delete([THEIRS]);

      const notes = join(embedded.dataDir, 'uploads', NOTES_FOLDER);
      await writeFile(notes, 'a folder that cannot be read');
      await expect(move(url, own)).rejects.toThrow();
      await rm(notes);
      expect(own.objects.size).toBe(3);
      await expect(move(url, other)).rejects.toThrow(USED);
      expect([...other.objects.keys()]).toEqual([THEIRS]);

      await late.put(THEIRS, new Uint8Array(1));
      await late.close();
      expect((await move(url, own)).pictures).toMatchObject({ files: 3, target: 3 });
      expect([...own.objects.keys()]).toContain(picture);
    });

    test('OPS-02 pictures of before are set aside, also by a transfer that is repeated', async () => {
      const url = await newDatabase();
      await move(url, own);
      const uploads = join(embedded.dataDir, 'uploads');
      await rm(uploads, { recursive: true });
      await mkdir(join(uploads, '00'), { recursive: true });
      await writeFile(join(uploads, '00', THEIRS), '');
      const back = {
        ...embedded,
        s3: own.config,
        database: { url, poolSize: 2 },
      };
      const options = { to: 'embedded', s3: false, force: true };
      await expect(moveInstance(back, options, stopsAtRows)).rejects.toThrow('stops here');
      const { replaced } = await moveInstance(back, options, parts);
      expect(replaced).toHaveLength(2);
      const aside = replaced.find((path) => path.includes('uploads')) ?? '';
      expect(existsSync(join(aside, '00', THEIRS))).toBe(true);
    });
  },
);
