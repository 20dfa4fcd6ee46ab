import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import fastifyStatic from '@fastify/static';
import { isPagePath, SERVICE_WORKER_PATH } from '@hereabouts/contract/page-paths';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { notFound } from '#server/http/errors.ts';
import { readPagePreloads } from './page-preloads.ts';
import { readPrerendered } from './prerendered.ts';
import type { InVisitTurn } from '#server/http/queues/request-turns.ts';
import { withPageTags, type DescribePage } from './page-tags.ts';
import { isKnown } from '#server/http/etag.ts';

export const WEB_FOLDER = join(import.meta.dirname, '../../../../web/dist');

/** The place for a page's files (web/src/early.ts): inert, so that they load after the page's data. */
const PAGE_PARTS_END = '</template>';
/** The instance's epoch, to which what the browser keeps belongs (web/src/lib/storage/epoch.ts). */
const EPOCH_PLACE = '%EPOCH%';
const YEAR_S = 31_536_000;
/** The release's name; a browser that has another one reloads its files. */
const RELEASE_PLACE = '%RELEASE%';
const RELEASE_LENGTH = 16;

/** Hashed files are cached for a year, others revalidated. */
export async function serveWebApp(
  app: FastifyInstance,
  {
    publicUrl,
    epoch = '',
    policy = '',
    folder = WEB_FOLDER,
    describePage = () => undefined,
    inTurn = (_request, work) => work(),
  }: {
    publicUrl: string | null;
    epoch?: string;
    /** The content-security policy of pages, also of those that a browser keeps. */
    policy?: string;
    folder?: string;
    describePage?: DescribePage;
    inTurn?: InVisitTurn;
  },
): Promise<void> {
  const index = join(folder, 'index.html');
  const shell = existsSync(index) ? (await readFile(index, 'utf8')).replace(EPOCH_PLACE, epoch) : null;
  const worker = await readServiceWorker(folder);
  const release = releaseOf(shell, worker, policy);
  const html = shell?.replace(RELEASE_PLACE, release) ?? null;
  const preloadsOf = html === null ? () => '' : readPagePreloads(folder, html);
  const plain = pageOf(html ?? '');
  const sendPage = async (request: FastifyRequest, reply: FastifyReply, page: BuiltPage) => {
    const path = pathOf(request);
    const describe = describePage(path);
    const tags = describe && (await inTurn(request, describe));
    const { html: built, ...inline } = tags === null ? plain : page;
    const tagged = tags === undefined ? built : withPageTags(built, tags, publicUrl);
    const whole = tagged.replace(PAGE_PARTS_END, () => `${preloadsOf(path)}${PAGE_PARTS_END}`);
    if (tags === null) reply.code(404);
    return reply
      .type('text/html; charset=utf-8')
      .header('cache-control', tags?.responses === undefined ? 'no-cache' : 'no-store')
      .header('content-security-policy', allowInline(reply, inline))
      .send(withAbsolutePictures(whole, publicUrl ?? (tags === undefined ? originOf(request) : null)));
  };
  if (html !== null) {
    await app.register(fastifyStatic, {
      root: folder,
      index: false,
      serve: false,
      preCompressed: true,
      cacheControl: false,
      setHeaders(reply, path) {
        const isHashed = path.includes(`${folder}/static/`);
        reply.header('cache-control', isHashed ? `public, max-age=${YEAR_S}, immutable` : 'no-cache');
      },
    });
    const files = await readPaths(folder);
    if (worker !== null) serveServiceWorker(app, worker.replaceAll(RELEASE_PLACE, release), release);
    app.route({
      method: ['GET', 'HEAD'],
      url: '/*',
      handler(request, reply) {
        const path = pathOf(request);
        return files.has(path) ? reply.sendFile(path) : reply.callNotFound();
      },
      errorHandler(error, request, reply) {
        if (error.code === 'ERR_STREAM_PREMATURE_CLOSE') request.raw.destroy();
        else app.errorHandler(error, request, reply);
      },
    });
    app.get('/', async (request, reply) => sendPage(request, reply, plain));
    for (const [path, text] of readPrerendered(folder, html)) {
      const page = pageOf(text);
      const hasLinks = !path.includes(':');
      // A page's links carry its query, so only one without a query is prerendered.
      const isPage = ({ url }: FastifyRequest) => !hasLinks || url === path;
      app.get(path, async (request, reply) => sendPage(request, reply, isPage(request) ? page : plain));
    }
  }
  app.setNotFoundHandler(async (request, reply) => {
    if (!isPageRequest(request)) throw notFound();
    if (html !== null) return sendPage(request, reply, plain);
    return reply
      .code(503)
      .type('text/plain; charset=utf-8')
      .send('The web app is not built: npm run build\n');
  });
}

async function readServiceWorker(folder: string): Promise<string | null> {
  const file = join(folder, SERVICE_WORKER_PATH);
  return existsSync(file) ? readFile(file, 'utf8') : null;
}

/** Changes with every file of the app (the service worker lists them), and with what the server adds. */
const releaseOf = (...parts: readonly (string | null)[]): string =>
  createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, RELEASE_LENGTH);

/** Browsers request it often: an unchanged one is answered with its tag alone. */
function serveServiceWorker(app: FastifyInstance, script: string, release: string): void {
  const tag = `"${release}"`;
  app.get(SERVICE_WORKER_PATH, (request, reply) => {
    reply.header('cache-control', 'no-cache').header('etag', tag);
    if (isKnown(request.headers['if-none-match'], tag)) return reply.code(304).send();
    return reply.type('text/javascript; charset=utf-8').send(script);
  });
}

/** Read once: the plugin would list folders per request. */
async function readPaths(folder: string): Promise<ReadonlySet<string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  return new Set(files.map((file) => `/${relative(folder, join(file.parentPath, file.name))}`));
}

export function isPageRequest(request: FastifyRequest): boolean {
  const path = pathOf(request);
  const isRead = request.method === 'GET' || request.method === 'HEAD';
  return isRead && isPagePath(path);
}

const pathOf = (request: FastifyRequest): string => request.url.split('?', 1)[0] ?? '/';

const INLINE = { script: /<script>(.*?)<\/script>/gs, style: /<style>(.*?)<\/style>/gs };

type BuiltPage = { html: string; scripts: string; styles: string };

const pageOf = (html: string): BuiltPage => ({
  html,
  scripts: hashesOf(html, 'script'),
  styles: hashesOf(html, 'style'),
});

/** Of the page as built, before anything that people wrote is in it. */
const hashesOf = (html: string, tag: 'script' | 'style'): string =>
  [...html.matchAll(INLINE[tag])]
    .map(([, text = '']) => ` 'sha256-${createHash('sha256').update(text).digest('base64')}'`)
    .join('');

const allowInline = (reply: FastifyReply, { scripts, styles }: Omit<BuiltPage, 'html'>): string =>
  String(reply.getHeader('content-security-policy') ?? '')
    .replace('script-src', `script-src${scripts}`)
    .replace('style-src', `style-src${styles}`);

function withAbsolutePictures(html: string, origin: string | null): string {
  if (origin === null) return html;
  const safe = origin.replaceAll('&', '&amp;').replaceAll('"', '&quot;');
  return html.replace(/(property="og:image" content=")\//, (_, before: string) => `${before}${safe}/`);
}

const originOf = (request: FastifyRequest): string | null =>
  URL.parse(`${request.protocol}://${request.host}`)?.origin ?? null;
