// Usage: node scripts/build-service-worker.mjs   After finish-pages.mjs: writes dist/sw.js (web/src/service-worker) with
// the list of the app's files, all that a page of it loads but pictures of events and films (PWA-03).
import { createHash } from 'node:crypto';
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildScript } from './inline-script.mjs';

const WEB = join(import.meta.dirname, '../web');
const DIST = join(WEB, 'dist');
const FILES = [
  'static/{js,css,fonts,media}/*',
  'basemap/*.json',
  'images/default_Event/*',
  'favicon.*',
  'icons/icon-192.png',
  'site.webmanifest',
];
const COMPRESSED = /\.(br|gz)$/;

const paths = globSync(FILES, { cwd: DIST })
  .filter((path) => !COMPRESSED.test(path))
  .toSorted();
if (paths.length === 0) throw new Error(`${DIST} holds no files: run vite build first`);
// Files without a hash in their name may change while every name stays the same.
const contents = createHash('sha256');
for (const path of paths) contents.update(readFileSync(join(DIST, path)));

const list = JSON.stringify(paths.map((path) => `/${path}`));
const code = await buildScript('src/service-worker/service-worker.ts');
const script = [`const APP_FILES=${list};`, code, `// ${contents.digest('hex')}`, ''];
writeFileSync(join(DIST, 'sw.js'), script.join('\n'));
