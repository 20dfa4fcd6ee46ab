import { startTestApp, type TestPerson } from '@hereabouts/testing/app';
import { movingGif } from '@hereabouts/testing/hostile-pictures';
import { blob, png } from '@hereabouts/testing/upload-forms';
import { expect, test } from 'vitest';

const FLOOD = 12;

test('LIVE-10 pictures from the thousands of addresses of an IPv6 customer hold up nobody else’s', async () => {
  const app = await startTestApp({ trustedProxies: 1 });
  const answered: string[] = [];
  const upload = async ({ token }: TestPerson, ip: string, picture: Blob) => {
    const body = new FormData();
    body.set('file', picture);
    const headers = { authorization: `Bearer ${token}`, 'x-forwarded-for': ip };
    const { status } = await fetch(`${app.url}/api/uploads`, { method: 'POST', headers, body });
    answered.push(ip);
    return status;
  };
  const people = await Promise.all(Array.from({ length: FLOOD }, () => app.signUp()));
  const [large, small] = [blob(await movingGif({ width: 160, height: 120, frames: 12 })), await png()];
  const flood = people.map((person, nth) => upload(person, `2001:db8:1:${nth}::1`, large));
  const anna = await app.signUp();
  expect(await upload(anna, '192.0.2.1', small)).toBe(201);
  // At most those that had begun before hers.
  expect(answered.indexOf('192.0.2.1')).toBeLessThan(FLOOD / 2);
  expect(await Promise.all(flood)).toEqual(Array(FLOOD).fill(201));
  await app.stop();
}, 60_000);
