import { existsSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { notFound } from './errors.ts';

/** Where `npm run build` puts the web app. */
export const WEB_FOLDER = join(import.meta.dirname, '../../../web/dist');

const YEAR_S = 31_536_000;
/** Paths that answer for themselves: what is missing there is an error, never the web app (NAV-05). */
const SERVER_PATHS =
  /^\/(api|auth\/v1|realtime|tiles|uploads|images|static|healthz|readyz|metrics|openapi\.json)(\/|$)/;
/** What looks like a file is not a page. */
const FILE = /\.[a-z0-9]{2,12}$/i;

/**
 * Serves the built web app: hashed files for a year, everything else revalidated, and `index.html` for every page of
 * the browser's router.
 */
export async function serveWebApp(app: FastifyInstance, folder = WEB_FOLDER): Promise<void> {
  const isBuilt = existsSync(join(folder, 'index.html'));
  if (isBuilt) {
    await app.register(fastifyStatic, {
      root: folder,
      index: false,
      wildcard: true,
      preCompressed: true,
      cacheControl: false,
      setHeaders(reply, path) {
        const isHashed = path.includes(`${folder}/static/`);
        reply.header('cache-control', isHashed ? `public, max-age=${YEAR_S}, immutable` : 'no-cache');
      },
    });
    app.get('/', async (_request, reply) => reply.sendFile('index.html'));
  }
  app.setNotFoundHandler(async (request, reply) => {
    const path = request.url.split('?', 1)[0] ?? '/';
    const isPage = (request.method === 'GET' || request.method === 'HEAD') && !SERVER_PATHS.test(path);
    if (!isPage || FILE.test(path)) throw notFound();
    if (isBuilt) return reply.sendFile('index.html');
    return reply
      .code(503)
      .type('text/plain; charset=utf-8')
      .send('The web app is not built: npm run build\n');
  });
}
