import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { rm, statfs, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { chatRoutes } from '@hereabouts/contract/chat';
import { uploadRoutes } from '@hereabouts/contract/uploads';
import { userRoutes } from '@hereabouts/contract/users';
import { LEFT_BY_PICTURES_BYTES, LEFT_BY_WRITES_BYTES } from '@hereabouts/server/data-dir';
import { createCaller } from '@hereabouts/testing/caller';
import { freePort } from '@hereabouts/testing/nats';
import { plainPicture } from '@hereabouts/testing/hostile-pictures';
import { Closers } from '../bench/closers.ts';
import { HttpLog } from './http-log.ts';
import { Party } from './party.ts';
import { serverProcess } from './server-process.ts';
import { readStored } from './check-chat.ts';
import { until } from './wait.ts';

/** A new embedded database, its snapshot, and what stays free (OPS-06) fit. */
const DISK_MB = 600;
const FILL_PART_BYTES = 1024 * 1024;
const UPLOADS = 5;

const closers = new Closers();
const disk = mountSmallDisk();
afterAll(() => closers.close());

/** A disk of memory; null where this machine does not allow it. */
function mountSmallDisk(): string | null {
  const folder = mkdtempSync(join(tmpdir(), 'hereabouts-disk-'));
  const { status } = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${DISK_MB}m,mode=700`, 'tmpfs', folder]);
  closers.add(() => rmSync(folder, { recursive: true, force: true }));
  if (status !== 0) return null;
  closers.add(() => spawnSync('umount', ['-l', folder]));
  return folder;
}

/** Takes what is left but for so many bytes. */
async function fillBut(left: number, file: string): Promise<void> {
  const { bavail, bsize } = await statfs(dirname(file));
  const part = Buffer.alloc(FILL_PART_BYTES, 1);
  for (let at = 0; at < bavail * bsize - left; at += FILL_PART_BYTES)
    await writeFile(file, part, { flag: 'a' });
}

/** Takes all that is left. */
async function fill(file: string): Promise<void> {
  const part = Buffer.alloc(FILL_PART_BYTES, 1);
  for (const bytes of [part, part.subarray(0, 4_096)]) {
    for (let isFull = false; !isFull;) {
      isFull = await writeFile(file, bytes, { flag: 'a' }).then(
        () => false,
        () => true,
      );
    }
  }
}

test.skipIf(disk === null)(
  'OPS-06 a full disk (mount -t tmpfs): pictures leave room for the rest, and changes for revocations; then not ready, nothing acknowledged is lost, and all works again with room',
  async () => {
    const server = serverProcess(await freePort(), { DATA_DIR: disk ?? '', WRITES_PER_MINUTE: '100000' });
    closers.add(() => server.stop());
    await server.start();
    const url = `http://127.0.0.1:${server.port}`;
    const log = new HttpLog();
    const party = await Party.start(url, log);
    const say = () =>
      party.host.try(chatRoutes.sendMessage, {
        params: { eventId: party.eventId },
        body: { id: crypto.randomUUID(), message: 'x'.repeat(2_000) },
      });
    const isReady = async () => (await fetch(`${url}/readyz`)).status === 200;
    const picture = new Blob([new Uint8Array(await plainPicture('png'))]);
    const upload = () =>
      createCaller(url, () => party.host.token).call(uploadRoutes.createUpload, { body: picture });
    expect([(await say())?.status, (await upload()).status, await isReady()]).toEqual([201, 201, true]);

    const filler = join(disk ?? '', 'filler');
    await fillBut(LEFT_BY_PICTURES_BYTES, filler);
    expect([(await upload()).status, (await say())?.status, await isReady()]).toEqual([503, 201, true]);
    const known = await say();
    await fillBut(LEFT_BY_WRITES_BYTES - 2 * FILL_PART_BYTES, filler);
    expect(await until(async () => (await say())?.status === 503, 20_000)).not.toBeNull();
    const params = { eventId: party.eventId, messageId: known?.body.id ?? '' };
    expect((await party.host.try(chatRoutes.removeMessage, { params }))?.status).toBe(204);
    expect((await party.host.try(userRoutes.getMe, {}))?.status).toBe(200);
    const signUp = await fetch(`${url}/auth/v1/signup`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'late@example.org', password: 'gorse-and-granite-49' }),
    });
    expect([signUp.status, await isReady()]).toEqual([503, true]);
    await fill(filler);
    expect(await isReady()).toBe(false);
    const uploads = [];
    for (let at = 0; at < UPLOADS; at++) uploads.push((await upload()).status);
    expect(uploads).toEqual(Array.from({ length: UPLOADS }, () => 503));
    const written = new Set<string>();
    for (let at = 0; at < 100; at++) {
      const answer = await say();
      if (answer?.status === 201) written.add(answer.body.id);
    }

    await rm(filler);
    expect(await until(isReady, 20_000)).not.toBeNull();
    expect(await until(async () => (await say())?.status === 201, 20_000)).not.toBeNull();
    expect((await upload()).status).toBe(201);
    const stored = new Set((await readStored(party.host, party.eventId)).values());
    expect([...written].filter((id) => !stored.has(id))).toEqual([]);
    expect(log.findings()).toEqual([]);
  },
);
