import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { notFound } from './errors.ts';
import { readPagePreloads } from './page-preloads.ts';
import { withPageTags, type DescribePage } from './page-tags.ts';

export const WEB_FOLDER = join(import.meta.dirname, '../../../web/dist');

/** The place for a page's files (web/src/early.ts): inert, so that the browser loads them after the page's data. */
const PAGE_PARTS_END = '</template>';
/** What the page keeps in the browser belongs to one epoch of the instance (web/src/lib/storage/epoch.ts). */
const EPOCH_PLACE = '%EPOCH%';
const YEAR_S = 31_536_000;
/** Paths of the server: never answered with the web app (NAV-05). */
const SERVER_PATHS =
  /^\/(api|auth\/v1|realtime|tiles|uploads|images|static|healthz|readyz|metrics|openapi\.json)(\/|$)/;
const FILE = /\.[a-z0-9]{2,12}$/i;

/** Hashed files are cached for a year, others revalidated; `index.html` for every page of the router. */
export async function serveWebApp(
  app: FastifyInstance,
  {
    publicUrl,
    epoch = '',
    folder = WEB_FOLDER,
    describePage = async () => undefined,
  }: { publicUrl: string | null; epoch?: string; folder?: string; describePage?: DescribePage },
): Promise<void> {
  const index = join(folder, 'index.html');
  const html = existsSync(index) ? (await readFile(index, 'utf8')).replace(EPOCH_PLACE, epoch) : null;
  const preloadsOf = html === null ? () => '' : readPagePreloads(folder, html);
  const inlineScripts = html === null ? '' : hashesOf(html);
  const sendPage = async (request: FastifyRequest, reply: FastifyReply, page: string) => {
    const path = pathOf(request);
    const tags = await describePage(path);
    const tagged = tags === undefined ? page : withPageTags(page, tags, publicUrl);
    const whole = tagged.replace(PAGE_PARTS_END, () => `${preloadsOf(path)}${PAGE_PARTS_END}`);
    if (tags === null) reply.code(404);
    return reply
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-cache')
      .header('content-security-policy', allowScripts(reply, inlineScripts))
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
    app.get('/', async (request, reply) => sendPage(request, reply, html));
  }
  app.setNotFoundHandler(async (request, reply) => {
    if (!isPageRequest(request)) throw notFound();
    if (html !== null) return sendPage(request, reply, html);
    return reply
      .code(503)
      .type('text/plain; charset=utf-8')
      .send('The web app is not built: npm run build\n');
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
  return isRead && !SERVER_PATHS.test(path) && !FILE.test(path);
}

const pathOf = (request: FastifyRequest): string => request.url.split('?', 1)[0] ?? '/';

const hashesOf = (html: string): string =>
  [...html.matchAll(/<script>(.*?)<\/script>/gs)]
    .map(([, script = '']) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`)
    .join(' ');

const allowScripts = (reply: FastifyReply, hashes: string): string =>
  String(reply.getHeader('content-security-policy') ?? '').replace('script-src ', `script-src ${hashes} `);

/** Link previews need absolute URLs. */
function withAbsolutePictures(html: string, origin: string | null): string {
  if (origin === null) return html;
  const safe = origin.replaceAll('&', '&amp;').replaceAll('"', '&quot;');
  return html.replace(/(property="og:image" content=")\//, (_, before: string) => `${before}${safe}/`);
}

const originOf = (request: FastifyRequest): string | null =>
  URL.parse(`${request.protocol}://${request.host}`)?.origin ?? null;
