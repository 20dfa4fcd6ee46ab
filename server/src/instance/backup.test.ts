import type { StatsFs } from 'node:fs';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DAY_MS, MINUTE_MS } from '@hereabouts/contract/durations';
import { routes } from '@hereabouts/contract/routes';
import { imageUrl } from '@hereabouts/contract/uploads';
import { startTestApp, type TestApp, type TestGuest, type TestPerson } from '@hereabouts/testing/app';
import { createTestDataDir } from '@hereabouts/testing/data-dir';
import { contentsOf, createEmptyDatabase } from '@hereabouts/testing/instance';
import { PATIENT } from '@hereabouts/testing/patience';
import { startPostgres } from '@hereabouts/testing/postgres';
import { startS3StandIn } from '@hereabouts/testing/s3-stand-in';
import { silentLog } from '@hereabouts/testing/silent-log';
import { storedFiles } from '@hereabouts/testing/uploads-seen';
import { png } from '@hereabouts/testing/upload-forms';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { runCommand } from '#server/admin/commands.ts';
import { systemClock } from '#server/clock.ts';
import { readConfig, type Config } from '#server/config.ts';
import { LEFT_BY_COPIES_BYTES } from '#server/data-dir.ts';
import { openDatabase } from '#server/db/open.ts';
import type { Archived } from './write-archive.ts';
import { backUp, backupsFolder } from './backup.ts';
import { readEpoch } from './epoch.ts';
import { forgetRemovals, readRemovals } from './removal-notes.ts';
import { restoreArchive, restoreFromSnapshot } from './restore.ts';

const here = inject('testDatabase').engine;
const installed = here === 'pglite' ? await startPostgres() : null;
afterAll(() => installed?.stop());

const MB = 1024 * 1024;
const isOfBackup = (name: string) => /^(?:\.backup-|backups\/)/.test(name);
const MESSAGE = '6f1d2b6e-3c43-4d5e-9a2b-0f4f4c6e2a11';
/** What a restore revokes, and what it begins. */
const CHANGED =
  /auth\.(sessions|refresh_tokens|one_time_tokens)|public\.(jobs|instance|live_sharing|event_links)/;

describe.skipIf(here !== 'pglite' || installed === null)('backups', { timeout: 120_000 }, () => {
  let embedded: Config;
  let app: TestApp;
  let anna: TestPerson;
  let ben: TestPerson;
  let carl: TestPerson;
  let guest: TestGuest;
  let leaver: TestGuest;
  let archive: string;
  let backedUp: Archived;
  let snapshot: string;
  let picture: string;
  let other: string;
  const eventIds: number[] = [];
  const folders: string[] = [];

  const newFolder = async () => {
    const folder = await mkdtemp(join(tmpdir(), 'hereabouts-backup-'));
    folders.push(folder);
    return folder;
  };
  const start = async (config: Config, beside?: TestApp) => {
    const { url } = config.database;
    const options = { dataDir: config.dataDir, ...PATIENT, ...(url !== null && { url }) };
    const db = await openDatabase(options, { clock: systemClock, log: silentLog });
    const { dataDir, s3 } = config;
    const started = await startTestApp({ dataDir, s3 }, { db });
    if (beside) started.clock.set(beside.clock.now());
    return started;
  };
  const parts = () => ({ clock: app.clock, log: silentLog });
  const operate = async (...args: string[]) => {
    const asked = { args: [...args, '--why', 'It had to be'], operator: 'tester' };
    expect(await runCommand(app.context, asked)).toMatchObject({ ok: true });
  };
  const without = (found: Record<string, string[]>) =>
    Object.fromEntries(Object.entries(found).filter(([name]) => !CHANGED.test(name)));

  beforeAll(async () => {
    embedded = { ...readConfig({ LOG_LEVEL: 'fatal' }), dataDir: await createTestDataDir() };
    folders.push(embedded.dataDir);
    app = await start(embedded);
    [anna, ben, carl] = [
      await app.signUp({ name: 'Anna', email: 'anna@example.org' }),
      await app.signUp({ name: 'Ben', email: 'ben@example.org' }),
      await app.signUp({ name: 'Carl', email: 'carl@example.org' }),
    ];
    guest = await app.comeAsGuest();
    leaver = await app.comeAsGuest();
    picture = (await anna.ok(routes.createUpload, { body: await png() })).path;
    await anna.ok(routes.updateMe, { body: { image: picture } });
    const now = new Date(app.clock.now()).toISOString();
    const soon = new Date(app.clock.now() + 30 * MINUTE_MS).toISOString();
    for (const title of ['Removed event', 'Kept event']) {
      const [event] = await app.context.db.query<{ id: number }>(
        `insert into events (title, image, location_name, location_latitude, location_longitude, start_time, end_time,
           created_by, created_at, updated_at)
         values ($1, $2, 'Here', 0, 0, $6, $4, $5, $3, $3) returning id`,
        [title, picture, now, new Date(app.clock.now() + DAY_MS).toISOString(), anna.id, soon],
      );
      eventIds.push(event?.id ?? 0);
    }
    await anna.ok(routes.createEventLink, { params: { eventId: eventIds[1] ?? 0 } });
    await app.context.db.query(
      `with room as (insert into chat_room (event_id, last_seq, created_at) values ($1, 1, $2) returning id)
       insert into chat_message (id, chat_room_id, seq, user_id, message, created_at)
       select $3, id, 1, $4, 'An insult', $2 from room`,
      [eventIds[1], now, MESSAGE, carl.id],
    );
    other = (await anna.ok(routes.createUpload, { body: await png() })).path;
    await anna.ok(routes.updateMe, { body: { image: other } });
    await app.context.db.query(
      `insert into jobs (id, kind, payload, created_at, due_at, expires_at)
       values (gen_random_uuid(), 'waits', '{}', now(), 'infinity', 'infinity')`,
    );
    await app.context.db.query('insert into news_to_mail values ($1, $2)', [anna.id, now]);
    await operate('people', 'suspend', carl.id);
    app.clock.advance(1);
    await operate('people', 'reinstate', carl.id);
    await app.context.jobs.idle();
    archive = join(await newFolder(), 'archive.tar');
    backedUp = await backUp(embedded, archive, parts());
    snapshot = (await app.context.db.snapshots?.take()) ?? '';
  });
  afterAll(async () => {
    for (const folder of folders) await rm(folder, { recursive: true, force: true });
  });

  test('OPS-06 a backup does not take the room that the running instance needs', async () => {
    const disk = { bsize: 1, files: 0, ffree: 0 };
    /** With so much space for it at first, and then none. */
    const backUpWith = (spaceBytes: number) => {
      const spaces = [spaceBytes];
      const asked = async () => ({ ...disk, bavail: LEFT_BY_COPIES_BYTES + (spaces.pop() ?? -1) }) as StatsFs;
      return backUp(embedded, join(backupsFolder(embedded.dataDir), 'new.tar'), { ...parts(), disk: asked });
    };
    const before = await readdir(embedded.dataDir, { recursive: true });
    await expect(backUpWith(MB)).rejects.toThrow('There is no room in DATA_DIR for an unpacked snapshot of');
    await expect(backUpWith(10_000 * MB)).rejects.toThrow('There is no room in DATA_DIR for the archive');
    const names = (await readdir(embedded.dataDir, { recursive: true })).filter(isOfBackup);
    expect(names).toEqual(before.filter(isOfBackup));
  });

  test('OPS-03 OPS-11 S58 a backup of a running instance is restored; nothing deleted comes back, nobody gets in by what they had', async () => {
    expect(backedUp.totals.get('public.users')?.rows).toBe(5);
    expect(backedUp.pictures).toMatchObject({ files: 6, missing: 0 });
    const epoch = await readEpoch(app.context.db);
    app.clock.advance(1_000);
    await ben.ok(routes.deleteAccount, { body: { password: ben.password } });
    await operate('people', 'suspend', carl.id);
    const signedOut = await fetch(`${app.url}/auth/v1/logout`, {
      method: 'POST',
      headers: { authorization: `Bearer ${leaver.token}` },
    });
    expect(signedOut.status).toBe(204);
    await operate('events', 'remove', String(eventIds[0]));
    await operate('messages', 'remove', MESSAGE);
    await operate('pictures', 'remove', other);
    const late = (await anna.ok(routes.createUpload, { body: await png() })).path;
    await app.context.jobs.idle();
    await app.stop();
    app.clock.set(app.clock.now() + 40 * MINUTE_MS);

    const restored = await restoreArchive(embedded, archive, { replace: false }, parts());
    expect(restored.rows.find(({ name }) => name === 'public.users')?.rows).toBe(5);
    expect(restored).toMatchObject({ files: { restored: 3, missing: 0 }, stray: 3, removals: 8 });
    expect(restored.removedAgain).toMatchObject({
      user: 1,
      suspended: 1,
      event: 1,
      message: 1,
      picture: 1,
      reinstated: 0,
      session: 1,
    });
    expect(Object.fromEntries(restored.revoked.map(({ name, rows }) => [name, rows]))).toMatchObject({
      sessions: 2,
      'invitation links of events': 1,
      'mails and other work waiting': 1,
      'news waiting for a mail': 1,
    });
    expect(restored.replaced).toContain('database-replaced-');

    const again = await start(embedded, app);
    const signIn = (email: string) =>
      fetch(`${again.url}/auth/v1/token?grant_type=password`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email, password: anna.password }),
      });
    expect((await signIn(anna.email)).status).toBe(200);
    expect((await signIn(ben.email)).status).toBe(400);
    expect((await signIn(carl.email)).status).toBe(403);
    const before = await fetch(`${again.url}${routes.getMe.path}`, {
      headers: { authorization: `Bearer ${anna.token}` },
    });
    expect(before.status).toBe(401);
    // A guest without an account has no other way back in; who has signed out since the backup stays out.
    const kept = await again.context.db.query(
      'select user_id from auth.sessions where created_at < $1 and ended_at is null',
      [new Date(again.clock.now()).toISOString()],
    );
    expect(kept).toEqual([{ user_id: guest.id }]);
    expect((await fetch(again.url + imageUrl(picture))).status).toBe(200);
    expect((await fetch(again.url + imageUrl(late))).status).toBe(404);
    expect((await fetch(again.url + imageUrl(other))).status).toBe(404);
    expect(await storedFiles(again.context)).toHaveLength(3);
    expect(await again.context.db.query('select title, image from events')).toEqual([
      { title: 'Kept event', image: picture },
    ]);
    expect(await again.context.db.query('select message from chat_message')).toEqual([
      { message: 'This message was removed.' },
    ]);
    // The event has started since the backup, and the process looked for starts when it started.
    again.clock.advance(MINUTE_MS);
    await expect
      .poll(() => again.context.db.query('select kind, read_at is not null as is_read from notifications'))
      .toEqual([{ kind: 'event_live', is_read: true }]);
    const epochAfter = await readEpoch(again.context.db);
    expect(epochAfter).not.toBe(epoch);
    expect(await readEpoch(again.context.db)).toBe(epochAfter);
    await again.stop();
  });

  test('OPS-11 a snapshot that is restored loses the same', async () => {
    // Folders are set aside under the time.
    app.clock.advance(1_000);
    const restored = await restoreFromSnapshot(embedded, snapshot, parts());
    expect(restored.removedAgain).toMatchObject({ user: 1, suspended: 1, session: 1 });
    expect(restored.files).toBeNull();
    const people = (await contentsOf(embedded))['public.users'] ?? [];
    expect(people.join('\n')).not.toContain(ben.id);
    expect(people).toHaveLength(4);
  });

  test('OPS-03 it goes from the embedded database and disk to Postgres and S3, and from a running Postgres back', async () => {
    const bucket = await startS3StandIn('pictures');
    const url = await createEmptyDatabase(installed!, 'restored');
    const { config: s3 } = bucket;
    const remote: Config = { ...embedded, dataDir: await newFolder(), database: { url, poolSize: 2 }, s3 };
    const second = join(await newFolder(), 'second.tar');
    try {
      const restored = await restoreArchive(remote, archive, { replace: false }, parts());
      // The notes of later removals are beside other pictures; those of a suspension and its end are in the archive.
      expect(restored).toMatchObject({ files: { restored: 6 }, stray: 0, removals: 2 });
      const there = without(await contentsOf(remote));
      const running = await start(remote, app);
      await backUp(remote, second, parts());
      await expect(restoreArchive(remote, second, { replace: true }, parts())).rejects.toThrow(
        'stop it first',
      );
      await running.stop();
      await expect(restoreArchive(remote, second, { replace: false }, parts())).rejects.toThrow('not empty');
      await restoreArchive(remote, second, { replace: true }, parts());
      expect(without(await contentsOf(remote))).toEqual(there);

      const home = { ...embedded, dataDir: await newFolder() };
      const back = await restoreArchive(home, second, { replace: false }, parts());
      expect(back).toMatchObject({ files: { restored: 6 }, replaced: null });
      expect(without(await contentsOf(home))).toEqual(there);
    } finally {
      await bucket.stop();
    }
  });
});

test('OPS-11 removals are known for 90 days', async () => {
  const nowMs = Date.parse('2026-06-20T12:00:00.000Z');
  const note = (ageDays: number, rest: string) => `${nowMs - ageDays * DAY_MS}.${rest}`;
  const notes = [
    note(1, 'event.57'),
    note(89, 'user.a-b'),
    note(91, 'user.c-d'),
    'other',
    note(2, 'picture.a.jpg'),
  ];
  expect(readRemovals([...notes, ...notes], nowMs)).toEqual([
    { atMs: nowMs - 89 * DAY_MS, kind: 'user', id: 'a-b' },
    { atMs: nowMs - 2 * DAY_MS, kind: 'picture', id: 'a.jpg' },
    { atMs: nowMs - DAY_MS, kind: 'event', id: '57' },
  ]);
  const deleted: string[] = [];
  await forgetRemovals(
    {
      add: async () => {},
      list: async (after) => (after === '' ? notes : []),
      delete: async (names) => void deleted.push(...names),
    },
    nowMs,
  );
  expect(deleted).toEqual([notes[2]]);
});
