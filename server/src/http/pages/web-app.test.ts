import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Fastify from 'fastify';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readConfig } from '#server/config.ts';
import { createLog } from '#server/log.ts';
import { installErrorHandler } from '#server/http/error-handler.ts';
import { sendSecurityHeaders } from './security-headers.ts';
import { createInVisitTurn } from '#server/http/queues/request-turns.ts';
import { serveWebApp } from './web-app.ts';

const HTML =
  '<!doctype html><meta property="og:image" content="/social-preview.png"><title>Hereabouts</title>';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hereabouts-web-'));
  await writeFile(join(folder, 'index.html'), HTML);
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** What a page of the browser's router is answered with. */
async function ask(publicUrl: string | null, host = 'localhost:3000', url = '/event/7') {
  const app = Fastify();
  await serveWebApp(app, { publicUrl, folder });
  const answer = await app.inject({ url, headers: { host } });
  await app.close();
  return answer;
}
const picture = (html: string) => /og:image" content="(.*?)"/.exec(html)?.[1];

test('NAV-02 a shared link shows the preview by its whole address: PUBLIC_URL, else where it was asked for', async () => {
  expect(picture((await ask('https://hereabouts.example')).body)).toBe(
    'https://hereabouts.example/social-preview.png',
  );
  expect(picture((await ask(null, '192.168.0.7:3443', '/')).body)).toBe(
    'http://192.168.0.7:3443/social-preview.png',
  );
});

test('NAV-05 the page is asked for anew each time, and a strange Host cannot write into it', async () => {
  const { headers, body } = await ask(null, 'a"><script>alert(1)</script>');
  expect(headers['cache-control']).toBe('no-cache');
  expect(headers['content-type']).toBe('text/html; charset=utf-8');
  expect(body).not.toContain('<script>');
  expect(picture((await ask(null, 'a"b')).body)).not.toBe('http://a');
});

test('OPS-11 a page names the epoch of its instance', async () => {
  await writeFile(join(folder, 'index.html'), '<meta name="hereabouts-epoch" content="%EPOCH%" />');
  const app = Fastify();
  await serveWebApp(app, { publicUrl: null, epoch: 'e-1', folder });
  expect((await app.inject({ url: '/' })).body).toBe('<meta name="hereabouts-epoch" content="e-1" />');
  expect((await app.inject({ url: '/event/7' })).body).toContain('content="e-1"');
  await app.close();
});

test('NAV-08 a page’s head names the chunks of that page, each once and none that it names already', async () => {
  const manifest = {
    'src/main.tsx': { file: 'static/js/main.js' },
    'src/features/events/components/event-view.tsx': {
      file: 'static/js/event-view.js',
      imports: ['src/main.tsx', '_common.js'],
    },
    'src/app/pages/event.tsx': {
      file: 'static/js/event.js',
      imports: ['src/main.tsx', '_common.js'],
      assets: ['static/media/dusk.svg', 'static/fonts/text.woff2'],
    },
    '_common.js': { file: 'static/js/common.js' },
  };
  await mkdir(join(folder, '.vite'));
  await writeFile(join(folder, '.vite/manifest.json'), JSON.stringify(manifest));
  await writeFile(
    join(folder, 'index.html'),
    '<head><template id="page-parts"></template><script type="module" src="/static/js/main.js"></script></head>',
  );
  const links = (html: string) =>
    [...(/<template.*<\/template>/.exec(html)?.[0] ?? '').matchAll(/<link .*?>/g)].map(([link]) => {
      const [, kind, path] = /rel="(\w+)".*href="(.*?)"/.exec(link) ?? [];
      return link.includes('data-later') ? [kind, path, 'later'] : [kind, path];
    });
  expect(links((await ask(null, 'localhost', '/event/7?from=mail')).body)).toEqual([
    ['preload', '/static/media/dusk.svg'],
    ['modulepreload', '/static/js/event.js'],
    ['modulepreload', '/static/js/common.js'],
    ['modulepreload', '/static/js/event-view.js', 'later'],
  ]);
  expect(links((await ask(null, 'localhost', '/profile')).body)).toEqual([]);
});

test('NAV-08 a page’s own chunks are named first, then a part that it shows later', async () => {
  const manifest = {
    'src/app/pages/home.tsx': { file: 'static/js/home.js', imports: ['_common.js'] },
    'src/features/home/components/home-map.tsx': { file: 'static/js/map.js', imports: ['_common.js'] },
    '_common.js': { file: 'static/js/common.js' },
  };
  await mkdir(join(folder, '.vite'));
  await writeFile(join(folder, '.vite/manifest.json'), JSON.stringify(manifest));
  await writeFile(join(folder, 'index.html'), '<head><template id="page-parts"></template></head>');
  const { body } = await ask(null, 'localhost', '/');
  expect(body.match(/<link [^>]*>/g)).toEqual([
    '<link rel="modulepreload" crossorigin href="/static/js/home.js">',
    '<link rel="modulepreload" crossorigin href="/static/js/common.js">',
    '<link rel="modulepreload" crossorigin data-later href="/static/js/map.js">',
  ]);
});

test('the scripts and styles the build wrote into the page apply, by their hash, and no other', async () => {
  const [script, style] = ['go()', 'h1{color:red}'];
  const head = `<head><script>${script}</script><style>${style}</style></head>`;
  await writeFile(join(folder, 'index.html'), head);
  const app = Fastify();
  sendSecurityHeaders(app, readConfig({}), { isTls: false });
  await serveWebApp(app, { publicUrl: null, folder });
  const hashOf = (text: string) => createHash('sha256').update(text).digest('base64');
  const policy = (await app.inject('/')).headers['content-security-policy'];
  expect(policy).toContain(`script-src 'sha256-${hashOf(script)}' 'self';`);
  expect(policy).toContain(`style-src 'sha256-${hashOf(style)}' 'self';`);
  expect(policy).not.toContain('unsafe');
  await app.close();
});

test('NAV-08 the files there are at the start are served, compressed and for a year; no request reads a folder', async () => {
  const scripts = join(folder, 'static/js');
  await mkdir(scripts, { recursive: true });
  await writeFile(join(scripts, 'main.js'), 'go()');
  await writeFile(join(scripts, 'main.js.br'), 'compressed');
  const app = Fastify();
  await serveWebApp(app, { publicUrl: null, folder });
  const get = (url: string, encoding = 'identity') =>
    app.inject({ url, headers: { 'accept-encoding': encoding } });
  const whole = await get('/static/js/main.js?x');
  expect([whole.body, whole.headers['cache-control']]).toEqual([
    'go()',
    'public, max-age=31536000, immutable',
  ]);
  const compressed = await get('/static/js/main.js', 'br');
  expect([compressed.body, compressed.headers['content-encoding']]).toEqual(['compressed', 'br']);
  const { statusCode, body, headers } = await app.inject({ method: 'HEAD', url: '/static/js/main.js' });
  expect([statusCode, body, headers['content-length']]).toEqual([200, '', '4']);
  // What is written later is not there until the next start.
  await writeFile(join(scripts, 'late.js'), 'go()');
  for (const path of [
    'late.js',
    '',
    '../../../beside.js',
    '..%2f..%2f..%2fbeside.js',
    'MAIN.js',
    'main.js/',
  ]) {
    expect((await get(`/static/js/${path}`)).statusCode).toBe(404);
  }
  await app.close();
});

/** A build with a service worker, as two servers of different settings serve it. */
async function releaseOf(options: { policy?: string; epoch?: string } = {}) {
  const app = Fastify();
  await serveWebApp(app, { publicUrl: null, folder, ...options });
  const [worker, shell] = [await app.inject('/sw.js'), await app.inject('/app-shell')];
  const tag = String(worker.headers.etag);
  const again = await app.inject({ url: '/sw.js', headers: { 'if-none-match': tag } });
  await app.close();
  return { worker, shell, tag, again, release: tag.slice(1, -1) };
}

test('PWA-04 page and service worker name one release, which changes with a file, the policy and the epoch', async () => {
  const page = (epoch: string, name: string) => `<meta content="${epoch}" /><meta content="${name}" />`;
  await writeFile(join(folder, 'index.html'), page('%EPOCH%', '%RELEASE%'));
  await writeFile(join(folder, 'sw.js'), 'const RELEASE="%RELEASE%";"%RELEASE%"');
  const first = await releaseOf();
  expect(first.release).toMatch(/^[0-9a-f]{16}$/);
  expect(first.shell.body).toBe(page('', first.release));
  expect(first.worker.body).toBe(`const RELEASE="${first.release}";"${first.release}"`);
  const { headers } = first.worker;
  expect([headers['content-type'], headers['cache-control']]).toEqual([
    'text/javascript; charset=utf-8',
    'no-cache',
  ]);
  expect([first.again.statusCode, first.again.body]).toEqual([304, '']);
  const others = [await releaseOf({ policy: "script-src 'self'" }), await releaseOf({ epoch: 'e-2' })];
  await writeFile(join(folder, 'sw.js'), 'const RELEASE="%RELEASE%"; // other files');
  others.push(await releaseOf());
  expect(new Set([first, ...others].map(({ release }) => release)).size).toBe(4);
  expect((await releaseOf()).release).toBe(others[2]?.release);
});

test('PWA-07 a prerendered page is in the HTML with its first styles, unless a query changes its links', async () => {
  const styles = 'h1{color:red}';
  const pages = {
    '/login': { title: '<title>Login</title>', markup: '<h1>Welcome $& Back</h1>', styles, fill: null },
  };
  await writeFile(join(folder, 'prerendered.json'), JSON.stringify({ script: 'keep()', pages }));
  const sheet = '<link rel="stylesheet" href="/static/css/index.css">';
  await writeFile(
    join(folder, 'index.html'),
    `<head>${sheet}<title>Hereabouts</title></head><body><div id="root"></div><p>Not started</p></body>`,
  );
  const { body, headers } = await ask(null, 'localhost', '/login');
  // The whole style sheet holds up neither the first paint nor the message of a page that does not start.
  const root = '<div id="root" data-prerendered=""><h1>Welcome $& Back</h1></div>';
  expect(body).toContain(`${root}<p>Not started</p>${sheet}</body>`);
  expect(body).toContain(`<style>${styles}</style>`);
  expect(body.match(/<title>.*?<\/title>/g)).toEqual(['<title>Login</title>']);
  expect(body.match(/<link [^>]*>/g)).toEqual([sheet]);
  expect(headers['cache-control']).toBe('no-cache');
  expect(body).toContain('<script>keep()</script>');
  for (const path of ['/login?next=%2Fprofile', '/', '/event/7']) {
    expect((await ask(null, 'localhost', path)).body).toContain('<div id="root"></div>');
  }
});

test('PWA-03 where no service worker is built there is none', async () => {
  expect((await ask(null, 'localhost', '/sw.js')).statusCode).toBe(404);
});

test.each(['bytes=99999999-', 'bytes=5-2', 'bytes=abc'])(
  'OPS-08 a range %s that no file has is refused, and writes no error to the log',
  async (range) => {
    await writeFile(join(folder, 'icon.svg'), '<svg/>');
    const lines: string[] = [];
    const app = Fastify({ loggerInstance: createLog('warn', { write: (line) => void lines.push(line) }) });
    installErrorHandler(app, async () => {});
    await serveWebApp(app, { publicUrl: null, folder });
    const answer = await app.inject({ url: '/icon.svg', headers: { range } });
    expect([answer.statusCode, answer.json().error.code]).toEqual([400, 'invalid']);
    expect(lines).toEqual([]);
    await app.close();
  },
);

test('LIVE-10 pages that ask the database are described eight at a time for one network address', async () => {
  const app = Fastify();
  let described = 0;
  const release = Promise.withResolvers<void>();
  const describe = async () => {
    described += 1;
    await release.promise;
    return null;
  };
  const describePage = (path: string) => (path === '/join/abc' ? describe : undefined);
  await serveWebApp(app, { publicUrl: null, folder, describePage, inTurn: createInVisitTurn() });
  const flood = Array.from({ length: 20 }, () => app.inject({ url: '/join/abc' }));
  const other = app.inject({ url: '/join/abc', remoteAddress: '127.0.0.2' });
  await expect.poll(() => described).toBe(9);
  // Other pages wait for none of them.
  expect((await app.inject({ url: '/login' })).statusCode).toBe(200);
  release.resolve();
  expect(new Set((await Promise.all([...flood, other])).map(({ statusCode }) => statusCode))).toEqual(
    new Set([404]),
  );
  expect(described).toBe(21);
  await app.close();
});
