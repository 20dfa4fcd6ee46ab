import { createHash } from 'node:crypto';
import { HOUR_MS } from '@hereabouts/contract/durations';
import { routes } from '@hereabouts/contract/routes';
import { imageUrl } from '@hereabouts/contract/uploads';
import { startTestApp, type TestApp, type TestPerson } from '@hereabouts/testing/app';
import { movingGif } from '@hereabouts/testing/hostile-pictures';
import { EXIF_START, GPS_POINTER, PHOTO_CAMERA, PHOTO_XMP_TEXT, phonePhoto } from '@hereabouts/testing/photo';
import { piecesOf } from '@hereabouts/testing/picture-bytes';
import { uploadRows } from '@hereabouts/testing/uploads-seen';
import { blob, png, postForm } from '@hereabouts/testing/upload-forms';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

let app: TestApp;
let anna: TestPerson;
beforeAll(async () => {
  app = await startTestApp();
  anna = await app.signUp({ name: 'Anna' });
});
afterAll(() => app.stop());

const get = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  fetch(app.url + path, { method, headers });
const bytesOf = async (response: Response) => Buffer.from(await response.arrayBuffer());

test('PERM-01 nobody uploads or lists without signing in', async () => {
  expect(await app.anonymous.call(routes.createUpload, { body: await png() })).toMatchObject({ status: 401 });
  expect(await app.anonymous.call(routes.listUploads, { query: {} })).toMatchObject({ status: 401 });
  expect(await uploadRows(app.context)).toEqual([]);
});

describe('stored and served files', () => {
  test('STOR-01 STOR-02 a photo of over 3 MB is served in three sizes, none of which tells where it was taken', async () => {
    const photo = await phonePhoto();
    expect(photo.length).toBeGreaterThan(3_000_000);
    expect(photo.includes(GPS_POINTER)).toBe(true);

    const upload = await anna.ok(routes.createUpload, { body: blob(photo) });
    expect(upload).toMatchObject({ content_type: 'image/jpeg', width: 1_920, height: 2_560 });
    expect(upload.path).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}\.jpg$/);

    const served = [
      [imageUrl(upload.path), 'image/jpeg'],
      [imageUrl(upload.path, 'card'), 'image/webp'],
      [imageUrl(upload.path, 'detail'), 'image/webp'],
    ] as const;
    for (const [path, type] of served) {
      const response = await get(path);
      expect([response.status, response.headers.get('content-type')]).toEqual([200, type]);
      const bytes = await bytesOf(response);
      const pieces = piecesOf(bytes).map(({ name }) => name);
      for (const name of ['e1', 'e2', 'ed', 'fe', 'EXIF', 'XMP ', 'ICCP']) expect(pieces).not.toContain(name);
      for (const trace of [GPS_POINTER, EXIF_START, PHOTO_CAMERA, PHOTO_XMP_TEXT]) {
        expect(bytes.includes(trace)).toBe(false);
      }
    }
    const [row] = await app.context.db.query<{ owner_id: string; bytes: number }>(
      'select owner_id, bytes from uploads where path = $1',
      [upload.path],
    );
    expect(row?.owner_id).toBe(anna.id);
    expect(row?.bytes).toBe((await bytesOf(await get(imageUrl(upload.path)))).length);
  });

  test('STOR-01 the ending follows from the content, and a GIF still moves', async () => {
    const form = new FormData();
    form.set(
      'file',
      blob(await movingGif({ width: 80, height: 60, frames: 5 })),
      '../../../etc/cron.d/evil.html',
    );
    const upload = (await (await postForm(app, anna, form)).json()) as { path: string; content_type: string };
    expect(upload).toMatchObject({
      path: expect.stringMatching(/^[0-9a-f-]{36}\.gif$/),
      content_type: 'image/gif',
    });
    const card = await bytesOf(await get(imageUrl(upload.path, 'card')));
    expect(piecesOf(card).filter(({ name }) => name === 'ANMF')).toHaveLength(5);
    const gif = await bytesOf(await get(imageUrl(upload.path)));
    // One graphic control extension a frame.
    expect(gif.toString('latin1').split('\x21\xf9\x04')).toHaveLength(6);
  });

  test('STOR-01 anyone may fetch a picture for an hour without asking again, and nothing in it can run', async () => {
    const { path } = await anna.ok(routes.createUpload, { body: await png() });
    const response = await get(imageUrl(path));
    const body = await bytesOf(response);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'cache-control': 'public, max-age=3600',
      'content-length': String(body.length),
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
      'content-type': 'image/png',
      'x-content-type-options': 'nosniff',
      etag: expect.stringMatching(/^"[^"]+"$/),
    });
    const head = await get(imageUrl(path), {}, 'HEAD');
    expect(head.status).toBe(200);
    expect(await bytesOf(head)).toHaveLength(0);
    for (const name of ['content-length', 'content-type', 'etag', 'cache-control']) {
      expect(head.headers.get(name)).toBe(response.headers.get(name));
    }
  });

  test('a picture that has not changed is not sent again', async () => {
    const { path } = await anna.ok(routes.createUpload, { body: await png() });
    const etag = (await get(imageUrl(path))).headers.get('etag') ?? '';
    for (const tag of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
      const again = await get(imageUrl(path), { 'if-none-match': tag });
      expect([again.status, again.headers.get('etag')]).toEqual([304, etag]);
      expect(await bytesOf(again)).toHaveLength(0);
    }
    expect((await get(imageUrl(path), { 'if-none-match': '"other"' })).status).toBe(200);
  });

  test.each([
    `/uploads/${'0'.repeat(8)}-0000-4000-8000-${'0'.repeat(12)}.jpg`,
    '/uploads/..%2f..%2fetc%2fpasswd',
    '/uploads/.incoming',
    '/uploads/a%00.jpg',
    `/uploads/${'a'.repeat(150)}.jpg`,
  ])('STOR-02 what is not there is not found: %s', async (path) => {
    for (const method of ['GET', 'HEAD']) {
      const response = await get(path, {}, method);
      expect(response.status).toBe(404);
      expect(response.headers.get('cache-control')).toBe('no-store');
      if (method === 'GET') expect(await response.json()).toMatchObject({ error: { code: 'not_found' } });
    }
    expect((await get(path, { 'if-none-match': '*' })).status).toBe(404);
  });

  test('the same bytes twice make two pictures', async () => {
    const [first, second] = await Promise.all([
      anna.ok(routes.createUpload, { body: await png() }),
      anna.ok(routes.createUpload, { body: await png() }),
    ]);
    expect(first.path).not.toBe(second.path);
    const sums = await Promise.all(
      [first, second].map(async ({ path }) =>
        createHash('sha256')
          .update(await bytesOf(await get(imageUrl(path))))
          .digest('hex'),
      ),
    );
    expect(sums[0]).toBe(sums[1]);
  });
});

describe('the list', () => {
  test("STOR-01 PERM-02 only the viewer's uploads, newest first, 100 a page by default", async () => {
    const [ben, carla] = [await app.signUp(), await app.signUp()];
    await carla.ok(routes.createUpload, { body: await png() });
    const body = await png();
    const paths: string[] = [];
    for (let n = 0; n < 3; n++) {
      paths.unshift((await ben.ok(routes.createUpload, { body })).path);
      app.clock.advance(1);
    }
    const insert = `insert into uploads (path, owner_id, content_type, width, height, bytes, created_at)
      select 'old-' || lpad(n::text, 3, '0') || '.png', $1, 'image/png', 1, 1, 1, $2 from generate_series(1, 120) n`;
    await app.context.db.query(insert, [ben.id, new Date(app.clock.now() - 2 * HOUR_MS).toISOString()]);

    const first = await ben.ok(routes.listUploads, { query: {} });
    expect(first.uploads).toHaveLength(100);
    expect(first.uploads.slice(0, 3).map(({ path }) => path)).toEqual(paths);
    const rest = await ben.ok(routes.listUploads, { query: { cursor: first.next_cursor ?? '' } });
    expect(rest.uploads).toHaveLength(23);
    expect(rest.next_cursor).toBeNull();
    const all = [...first.uploads, ...rest.uploads].map(({ path }) => path);
    expect(new Set(all).size).toBe(123);
    expect((await ben.ok(routes.listUploads, { query: { limit: 2 } })).uploads).toHaveLength(2);
    await app.context.db.query(`delete from uploads where path like 'old-%'`);
  });

  test('a cursor that no page gave out is refused', async () => {
    for (const cursor of [
      'x',
      Buffer.from('["2026","a"]').toString('base64url'),
      Buffer.from('[]').toString('base64url'),
    ]) {
      expect(await anna.call(routes.listUploads, { query: { cursor } })).toMatchObject({
        status: 400,
        body: { error: { code: 'invalid' } },
      });
    }
  });
});
