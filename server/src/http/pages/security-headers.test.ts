import Fastify from 'fastify';
import { expect, test } from 'vitest';
import type { Operation } from '@hereabouts/contract/route';
import { readConfig } from '#server/config.ts';
import { sendSecurityHeaders } from './security-headers.ts';

const appAt = (publicUrl: string, isTls = false) => {
  const app = Fastify();
  sendSecurityHeaders(app, readConfig({ PUBLIC_URL: publicUrl }), { isTls });
  app.get('/', async () => 'page');
  app.get('/data', { config: { contract: {} as Operation } }, async () => ({}));
  return app;
};

test('every answer, an error too, says that nothing may frame it, guess its type or load from elsewhere', async () => {
  const app = appAt('http://localhost:3000');
  for (const url of ['/', '/data', '/missing']) {
    const { headers } = await app.inject(url);
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'strict-origin-when-cross-origin',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'content-security-policy': expect.stringContaining("frame-ancestors 'none'") as string,
    });
    expect(headers['content-security-policy']).not.toMatch(/\*|unsafe/);
  }
});

test('data may load nothing, a page only what it needs', async () => {
  const app = appAt('http://localhost:3000');
  expect((await app.inject('/data')).headers['content-security-policy']).toBe(
    "default-src 'none'; frame-ancestors 'none'",
  );
  expect((await app.inject('/')).headers['content-security-policy']).toMatch(
    /^default-src 'self';script-src 'self';/,
  );
});

test('the address of a page that has a secret in it is told to nobody', async () => {
  const app = appAt('http://localhost:3000');
  const policyOf = async (url: string) => (await app.inject(url)).headers['referrer-policy'];
  for (const url of ['/join/abc', '/add/abc', '/unsubscribe/abc', '/reset-password?code=abc', '/confirm'])
    expect(await policyOf(url)).toBe('no-referrer');
  for (const url of ['/', '/address', '/joined']) expect(await policyOf(url)).not.toBe('no-referrer');
});

test('only an https origin behind a proxy asks browsers to come by https alone', async () => {
  const hsts = 'strict-transport-security';
  expect((await appAt('https://example.org').inject('/')).headers[hsts]).toBe('max-age=31536000');
  expect((await appAt('https://example.org', true).inject('/')).headers[hsts]).toBeUndefined();
  expect((await appAt('http://example.org').inject('/')).headers[hsts]).toBeUndefined();
});

test('static files have only the headers that matter to them', async () => {
  const app = appAt('http://localhost:3000');
  app.get('/static/js/app.js', async () => 'app');
  const { headers } = await app.inject('/static/js/app.js');
  expect(headers).toMatchObject({
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': 'same-origin',
  });
  expect(headers['content-security-policy']).toBeUndefined();
});

const DATA_POLICY = "default-src 'none'; frame-ancestors 'none'";

test.each([
  ['/api', 'no-store'],
  ['/api/missing', 'no-store'],
  ['/auth/v1/missing', undefined],
  ['/metrics', undefined],
  ['/readyz?x', undefined],
  ['/tiles/1/0/0', undefined],
])('%s is data, known or not; what is private is not stored (S18, S29)', async (path, cacheControl) => {
  const { headers } = await appAt('http://localhost:3000').inject(path);
  expect(headers['content-security-policy']).toBe(DATA_POLICY);
  expect(headers['cache-control']).toBe(cacheControl);
});

test('pages may use the camera and the position, and not the microphone (S29)', async () => {
  const app = appAt('http://localhost:3000');
  const policy = String((await app.inject('/apiary')).headers['permissions-policy']);
  expect(policy).toContain('microphone=(), ');
  expect(policy).not.toMatch(/camera|geolocation|gyroscope|accelerometer|magnetometer|publickey/);
  expect((await app.inject('/apiary')).headers['content-security-policy']).not.toBe(DATA_POLICY);
});
