import { once } from 'node:events';
import { type ClientRequest, type IncomingMessage, request as httpRequest } from 'node:http';
import { json } from 'node:stream/consumers';
import { HOUR_MS } from '@hereabouts/contract/durations';
import { IMAGE_MAX_BYTES } from '@hereabouts/contract/limits';
import { routes } from '@hereabouts/contract/routes';
import { startTestApp, type TestApp, type TestPerson } from '@hereabouts/testing/app';
import { openRawConnection } from '@hereabouts/testing/raw-connection';
import { bombPng, movingGif, plainPicture, SVG } from '@hereabouts/testing/hostile-pictures';
import { pngChunk, withPngChunks } from '@hereabouts/testing/picture-bytes';
import { makeOlder } from '@hereabouts/testing/builders';
import { storedFiles, uploadRows } from '@hereabouts/testing/uploads-seen';
import { blob, png, postForm } from '@hereabouts/testing/upload-forms';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { PICTURES_MAX, PICTURES_MAX_BYTES, UPLOADS_AT_ONCE, UPLOADS_PER_HOUR } from './policy.ts';

/** How long a busy machine may take. */
const PATIENCE = { timeout: 20_000 };

let app: TestApp;
let anna: TestPerson;
beforeAll(async () => {
  app = await startTestApp();
  anna = await app.signUp({ name: 'Anna' });
});
afterAll(() => app.stop());

describe('what is refused', () => {
  test.each([
    ['an SVG that calls itself a PNG', 'picture.png', 'image/png', SVG],
    ['an SVG that calls itself a JPEG', 'picture.jpg', 'image/jpeg', SVG],
    ['a page that calls itself a GIF', 'picture.gif', 'image/gif', Buffer.from('<script>1</script>')],
    ['no byte at all', 'picture.png', 'image/png', Buffer.alloc(0)],
  ])('EVF-07 STOR-02 %s', async (_name, filename, type, bytes) => {
    const form = new FormData();
    form.set('file', new Blob([new Uint8Array(bytes)], { type }), filename);
    const response = await postForm(app, anna, form);
    expect(response.status).toBe(415);
    expect(await response.json()).toEqual({
      error: { code: 'unsupported_media', message: 'Only JPEG, PNG, and GIF images are allowed' },
    });
  });

  test('EVF-07 a file of 5,242,880 bytes is taken, one byte more is not', async () => {
    const picture = await plainPicture('png');
    const ofSize = (bytes: number) =>
      blob(withPngChunks(picture, pngChunk('teSt', Buffer.alloc(bytes - picture.length - 12))));
    const largest = ofSize(IMAGE_MAX_BYTES);
    expect(largest.size).toBe(5_242_880);
    expect(await anna.call(routes.createUpload, { body: largest })).toMatchObject({ status: 201 });
    expect(await anna.call(routes.createUpload, { body: ofSize(IMAGE_MAX_BYTES + 1) })).toMatchObject({
      status: 413,
      body: { error: { code: 'payload_too_large', message: 'Image size must be less than 5MB' } },
    });
  });

  const PART = '--b\r\nContent-Disposition: form-data; name="file"; filename="a.png"\r\n\r\n';
  const FIELD = '--b\r\nContent-Disposition: form-data; name="note"\r\n\r\n';
  const END = '\r\n--b--\r\n';
  const LONG = 'x'.repeat(600_000);
  test.each([
    ['two files', `${PART}${LONG}\r\n${PART}${LONG}${END}`],
    ['a long field', `${FIELD}${LONG}${END}`],
    ['a long header', `--b\r\nX: ${LONG}\r\n\r\nx${END}`],
    ['another boundary', `--c\r\n\r\n${LONG}\r\n--c--\r\n`],
    ['more after its end', `${PART}x${END}${LONG}`],
    ['too many fields', `${`${FIELD}x\r\n`.repeat(5_000)}${END}`],
  ])('after a form with %s the connection serves the next request (S8)', async (_name, body) => {
    const connection = await openRawConnection(app.url);
    connection.write(
      `POST /api/uploads HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer ${anna.token}\r\n` +
        `content-type: multipart/form-data; boundary=b\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
    );
    expect(await connection.received(/"error"/)).toMatch(/^HTTP\/1\.1 4\d\d/);
    connection.write('GET /healthz HTTP/1.1\r\nhost: localhost\r\n\r\n');
    expect(await connection.received(/"ok"/)).toContain('HTTP/1.1 200');
    connection.destroy();
  });

  test('EVF-07 a much larger file is answered, not cut off', async () => {
    const answer = await anna.call(routes.createUpload, { body: blob(Buffer.alloc(30_000_000)) });
    expect(answer).toMatchObject({ status: 413, body: { error: { code: 'payload_too_large' } } });
  });

  test('STOR-02 a decompression bomb, a picture cut short', async () => {
    expect(await anna.call(routes.createUpload, { body: blob(bombPng(30_000)) })).toMatchObject({
      status: 422,
      body: {
        error: {
          code: 'unprocessable_image',
          message: 'This image has too many pixels. Please try a smaller one.',
        },
      },
    });
    const half = (await movingGif({ width: 40, height: 40, frames: 4 })).subarray(0, 2_000);
    expect(await anna.call(routes.createUpload, { body: blob(half) })).toMatchObject({
      status: 422,
      body: {
        error: {
          code: 'unprocessable_image',
          message: 'This image could not be read. Please try another one.',
        },
      },
    });
  });

  test('a form with another field, without a file, or with two files', async () => {
    const file = await png();
    const forms: [string, Blob | string][][] = [
      [['picture', file]],
      [['name', 'x']],
      [['file', 'text']],
      [],
      [
        ['file', file],
        ['file', file],
      ],
      [
        ['other', file],
        ['file', file],
      ],
    ];
    for (const fields of forms) {
      const form = new FormData();
      for (const [name, value] of fields) form.append(name, value);
      const response = await postForm(app, anna, form);
      expect(response.status).toBe(400);
      expect(await response.json()).toMatchObject({
        error: { code: 'invalid', fields: { file: expect.any(String) } },
      });
    }
  });

  test.each([
    ['JSON', 'application/json', '{}', 400],
    ['a form without its boundary', 'multipart/form-data', 'x', 400],
    [
      'a form cut short',
      'multipart/form-data; boundary=x',
      '--x\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\nabc',
      400,
    ],
    ['bytes without a form', 'image/png', 'x', 415],
  ])('%s instead of a form', async (_name, type, body, status) => {
    const response = await fetch(`${app.url}/api/uploads`, {
      method: 'POST',
      headers: { authorization: `Bearer ${anna.token}`, 'content-type': type },
      body,
    });
    expect(response.status).toBe(status);
    expect(await response.json()).toMatchObject({ error: { message: expect.any(String) } });
  });

  test('STOR-02 an upload given up half-way leaves nothing, and its place is free again', async () => {
    const before = [await uploadRows(app.context), await storedFiles(app.context)];
    for (let attempt = 0; attempt < UPLOADS_AT_ONCE + 1; attempt++) await abortUpload();
    await vi.waitFor(async () => {
      expect(await anna.call(routes.createUpload, { body: blob(SVG) })).toMatchObject({ status: 415 });
    }, PATIENCE);
    expect([await uploadRows(app.context), await storedFiles(app.context)]).toEqual(before);
  });

  test('more uploads at once than one person may have are asked to wait', async () => {
    const busy = await app.signUp();
    const every = vi.spyOn(app.context.clock, 'every');
    const slow = await Promise.all(Array.from({ length: UPLOADS_AT_ONCE }, () => startUpload(busy)));
    // The speed of each that is let in is watched.
    await expect.poll(() => every.mock.calls.length, PATIENCE).toBe(UPLOADS_AT_ONCE);
    every.mockRestore();
    expect(await busy.call(routes.createUpload, { body: blob(SVG) })).toMatchObject({
      status: 503,
      body: { error: { code: 'unavailable' } },
    });
    expect(await anna.call(routes.createUpload, { body: blob(SVG) })).toMatchObject({ status: 415 });
    for (const upload of slow) upload.destroy();
    await vi.waitFor(async () => {
      expect(await busy.call(routes.createUpload, { body: blob(SVG) })).toMatchObject({ status: 415 });
    }, PATIENCE);
  });

  test('an upload that never ends is given up with a clear answer (S28)', async () => {
    const upload = await startUpload(anna);
    const answered = once(upload, 'response') as Promise<[IncomingMessage]>;
    const closed = once(upload, 'close');
    await vi.waitFor(() => {
      app.clock.advance(200_000);
      expect(upload.destroyed).toBe(true);
    }, PATIENCE);
    await closed;
    const [answer] = await answered;
    expect([answer.statusCode, await json(answer)]).toEqual([
      408,
      {
        error: {
          code: 'invalid',
          message: 'The body of the request took too long to arrive. Please try again.',
        },
      },
    ]);
  });

  test('STOR-02 uploads that trickle in shut nobody out, and are given up (S8)', async () => {
    const crowd = await Promise.all(Array.from({ length: 6 }, () => app.signUp()));
    const slow = await Promise.all(
      crowd.flatMap((person) => Array.from({ length: UPLOADS_AT_ONCE }, () => startUpload(person))),
    );
    expect(await anna.call(routes.createUpload, { body: await png() })).toMatchObject({ status: 201 });
    // 100 kB have arrived of each: too little for 11 s.
    await vi.waitFor(() => {
      app.clock.advance(1_000);
      expect(slow.every((upload) => upload.destroyed)).toBe(true);
    }, PATIENCE);
    await anna.signInAgain();
  });

  test('STOR-02 pictures that take much work are limited for each person (S21)', async () => {
    const [eager, other] = [await app.signUp(), await app.signUp()];
    const large = blob(bombPng(7_000));
    for (let n = 0; n < 2; n += 1) {
      expect(await eager.call(routes.createUpload, { body: large })).toMatchObject({ status: 201 });
    }
    const refused = await eager.call(routes.createUpload, { body: large });
    expect(refused).toMatchObject({ status: 429, body: { error: { code: 'rate_limited' } } });
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(60);
    for (const person of [eager, other]) {
      expect(await person.call(routes.createUpload, { body: await png() })).toMatchObject({ status: 201 });
    }
  });

  test.each([
    ['pictures', PICTURES_MAX, 1],
    ['bytes', 2, PICTURES_MAX_BYTES / 2],
  ])(
    'STOR-02 nobody stores more %s than their share, unused ones included (S22)',
    async (_, count, bytes) => {
      const keeper = await app.signUp();
      const insert = `insert into uploads (path, owner_id, content_type, width, height, bytes, created_at)
      select 'kept-' || n || '.png', $1, 'image/png', 1, 1, $2, $3 from generate_series(1, $4::int) n`;
      const before = new Date(app.clock.now() - 2 * HOUR_MS).toISOString();
      await app.context.db.query(insert, [keeper.id, bytes, before, count]);
      const body = await png();
      expect(await keeper.call(routes.createUpload, { body })).toMatchObject({
        status: 409,
        body: {
          error: {
            code: 'conflict',
            message:
              'You have reached your picture limit. Remove some from your events, or wait a day for unused ones to be cleared.',
          },
        },
      });
      await app.context.db.query(`delete from uploads where path = 'kept-1.png'`);
      expect(await keeper.call(routes.createUpload, { body })).toMatchObject({ status: 201 });
      await app.context.db.query(`delete from uploads where path like 'kept-%'`);
    },
  );

  test('one person cannot fill the disk', async () => {
    const eager = await app.signUp();
    const insert = `insert into uploads (path, owner_id, content_type, width, height, bytes, created_at)
      select 'full-' || n || '.png', $1, 'image/png', 1, 1, 1, $2 from generate_series(1, ${UPLOADS_PER_HOUR}) n`;
    await app.context.db.query(insert, [eager.id, new Date(app.clock.now() - HOUR_MS / 2).toISOString()]);
    const body = await png();
    const refused = await eager.call(routes.createUpload, { body });
    expect(refused).toMatchObject({ status: 429, body: { error: { code: 'rate_limited' } } });
    expect(refused.headers.get('retry-after')).toBe('1800');
    app.clock.set(app.clock.now() + HOUR_MS / 2);
    await eager.signInAgain();
    await anna.signInAgain();
    expect(await eager.call(routes.createUpload, { body })).toMatchObject({ status: 201 });
    await app.context.db.query(`delete from uploads where path like 'full-%'`);
  });
});

test('LIVE-10 new accounts of one network address share what they may store in a day; an older one is not held up', async () => {
  const own = await startTestApp({ newAccounts: { pictureBytes: 1_000, textChars: 1_000_000 } });
  const old = await own.signUp();
  await makeOlder(own, old);
  const [first, second] = [await own.signUp(), await own.signUp()];
  const body = await png();
  const upload = (person: TestPerson) => person.call(routes.createUpload, { body });
  let stored = 0;
  while ((await upload(first)).status === 201) stored += 1;
  expect(stored).toBeGreaterThan(0);
  const refused = await upload(second);
  expect(refused).toMatchObject({ status: 429, body: { error: { code: 'rate_limited' } } });
  expect(await uploadRows(own.context)).toHaveLength(stored);
  expect(await upload(old)).toMatchObject({ status: 201 });
  own.clock.advance(Number(refused.headers.get('retry-after')) * 1_000);
  await second.signInAgain();
  expect(await upload(second)).toMatchObject({ status: 201 });
  await own.stop();
});

/** Begins to send a picture, waits until the server listens to it, and leaves the request open. */
async function startUpload(person: TestPerson): Promise<ClientRequest> {
  const request = httpRequest(`${app.url}/api/uploads`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${person.token}`,
      'content-type': 'multipart/form-data; boundary=x',
      'content-length': 1_000_000,
      expect: '100-continue',
    },
  });
  request.on('error', () => {});
  await once(request, 'continue');
  request.write('--x\r\nContent-Disposition: form-data; name="file"; filename="a.png"\r\n\r\n');
  await new Promise((resolve) => request.write(Buffer.alloc(100_000), resolve));
  return request;
}

async function abortUpload(): Promise<void> {
  const request = await startUpload(anna);
  const closed = new Promise((resolve) => request.once('close', resolve));
  request.destroy();
  await closed;
}
