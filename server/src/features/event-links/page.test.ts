import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventLinkRoutes } from '@hereabouts/contract/event-links';
import { eventRoutes } from '@hereabouts/contract/events';
import { settingsRoutes } from '@hereabouts/contract/settings';
import { startTestApp, type TestApp, type TestPerson } from '@hereabouts/testing/app';
import { eventInput } from '@hereabouts/testing/builders';
import Fastify from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { serveWebApp } from '#server/http/pages/web-app.ts';
import { eventLinksFeature } from './feature.ts';

const INDEX = join(import.meta.dirname, '../../../../web/index.html');
const WRONG = 'A'.repeat(22);
const START = '2030-06-20T19:00:00.000Z';
const END = '2030-06-20T23:00:00.000Z';

let app: TestApp;
let host: TestPerson;
let folder: string;
beforeAll(async () => {
  app = await startTestApp();
  host = await app.signUp({ name: 'Marie Le Brocq' });
  folder = await mkdtemp(join(tmpdir(), 'hereabouts-web-'));
  await writeFile(join(folder, 'index.html'), await readFile(INDEX));
});
afterAll(async () => {
  await app.stop();
  await rm(folder, { recursive: true, force: true });
});

async function share(changes: object = {}) {
  const { id: eventId } = await host.ok(eventRoutes.createEvent, {
    body: { ...eventInput(app.clock), start_time: START, end_time: END, is_private: true, ...changes },
  });
  const { token } = await host.ok(eventLinkRoutes.createEventLink, { params: { eventId } });
  return { token, eventId };
}
const picture = (eventId: number) =>
  app.context.db.query(`update events set image = 'abc.jpg' where id = $1`, [eventId]);

async function ask(path: string, publicUrl: string | null = 'https://party.example') {
  const http = Fastify();
  await serveWebApp(http, { publicUrl, folder, describePage: eventLinksFeature.describePage!(app.context) });
  const answer = await http.inject({ url: path, headers: { host: 'other.example' } });
  await http.close();
  return answer;
}
const tagsOf = (html: string) =>
  Object.fromEntries(
    [
      ...html.matchAll(/<meta\s+(?:property|name)="((?:og:|robots|description)[^"]*)"\s+content="([^"]*)"/g),
    ].map(([, name = '', content = '']) => [name, content]),
  );

test('LINK-03 the HTML of a link carries title, date in the event’s zone, place and picture, and is not indexed', async () => {
  const { token, eventId } = await share({ time_zone: 'Europe/London' });
  await picture(eventId);
  const { statusCode, body } = await ask(`/join/${token}`);
  const description = 'Thu, 20 Jun 2030, 20:00 BST · St Ouen&#39;s Bay';
  expect(statusCode).toBe(200);
  expect(tagsOf(body)).toEqual({
    description,
    robots: 'noindex',
    'og:type': 'website',
    'og:site_name': 'Hereabouts',
    'og:title': 'Beach bonfire',
    'og:description': description,
    'og:image': 'https://party.example/uploads/abc.detail.webp',
  });
  expect(body).toContain('<title>Beach bonfire</title>');
  expect(body.match(/<title>/g)).toHaveLength(1);
  // LINK-02: nothing beyond.
  expect(body).not.toMatch(/Mielles|49\.21|Bring something/);
});

test('LINK-02 PWA-07 the HTML of a link brings what its page shows to anybody, and is kept nowhere', async () => {
  const { token } = await share({ title: 'Tea </script><script>alert(1)</script>' });
  const { body, headers } = await ask(`/join/${token}`);
  const [, json = ''] =
    /<script type="application\/json" id="page-responses">(.*?)<\/script>/.exec(body) ?? [];
  const params = { token };
  const offer = await app.anonymous.call(eventLinkRoutes.openEventLink, { params });
  const settings = await app.anonymous.call(settingsRoutes.getSettings, {});
  expect(JSON.parse(json)).toEqual({
    [`/api/event-links/${token}`]: offer.body,
    '/api/settings': settings.body,
  });
  expect(offer.body).toMatchObject({ title: 'Tea </script><script>alert(1)</script>', guest_of: null });
  expect(headers['cache-control']).toBe('no-store');
});

test('LINK-03 without PUBLIC_URL no address is told, wherever the page was asked for', async () => {
  const { token, eventId } = await share();
  const plain = await ask(`/join/${token}`);
  expect(tagsOf(plain.body)['og:image']).toBe('https://party.example/social-preview.png');
  await picture(eventId);
  const { body } = await ask(`/join/${token}`, null);
  expect(tagsOf(body)['og:title']).toBe('Beach bonfire');
  expect(body).not.toContain('og:image');
  expect(body).not.toContain('other.example');
  expect((await ask(`/join/${WRONG}`, null)).body).not.toContain('other.example');
});

test('LINK-03 an event without a known zone tells its date in UTC', async () => {
  for (const zone of [{}, { time_zone: 'Nowhere/Land' }]) {
    const { token } = await share(zone);
    const { body } = await ask(`/join/${token}`);
    expect(tagsOf(body)['og:description']).toBe('Thu, 20 Jun 2030, 19:00 UTC · St Ouen&#39;s Bay');
  }
});

test('LINK-03 what people wrote cannot become HTML', async () => {
  const { token } = await share({ title: `"><script>alert('$&')</script>`, location_name: '$1 <b> & "c"' });
  const { body } = await ask(`/join/${token}`);
  expect(body).toContain('<title>&quot;&gt;&lt;script&gt;alert(&#39;$&amp;&#39;)&lt;/script&gt;</title>');
  expect(tagsOf(body)['og:description']).toMatch(/· \$1 &lt;b&gt; &amp; &quot;c&quot;$/);
});

test('LINK-03 a link that is gone and one that never was have one and the same page, a 404 that is not indexed', async () => {
  const off = await share();
  await host.ok(eventLinkRoutes.endEventLink, { params: { eventId: off.eventId } });
  const renewed = await share();
  await host.ok(eventLinkRoutes.createEventLink, { params: { eventId: renewed.eventId } });
  const cancelled = await share();
  await host.ok(eventRoutes.cancelEvent, { params: { eventId: cancelled.eventId } });
  const never = await ask(`/join/${WRONG}`);
  expect(never.statusCode).toBe(404);
  expect(tagsOf(never.body)).toMatchObject({ robots: 'noindex', 'og:title': 'Hereabouts' });
  for (const token of [off.token, renewed.token, cancelled.token, 'x']) {
    const { statusCode, body, headers } = await ask(`/join/${token}`);
    const { date: _, ...rest } = headers;
    const { date: __, ...others } = never.headers;
    expect([statusCode, body, rest], token).toEqual([404, never.body, others]);
  }
  expect((await ask('/join/a/b')).statusCode).toBe(200);
  expect(tagsOf((await ask('/event/7')).body)).not.toHaveProperty('robots');
});
