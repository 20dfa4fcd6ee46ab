// The JavaScript a first visit loads before any map, by page of the router, compressed as the server sends it to
// everyone (gzip). Usage: node scripts/check-size.mjs [FOLDER]   Reads the build's .vite/manifest.json; exit code 1 when a
// page is over the limit. What a page can load later (its map, dialogs, live connection) is shown, and has no limit.
import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';

const LIMIT_KB = 135;
const KB = 1000;
const WEB = join(import.meta.dirname, '../web');
/** Where the router's pages are named, each by an import of its own. */
const PAGE_FILES = ['src/app/public-pages.ts', 'src/app/signed-in-pages.ts', 'src/app/routes.tsx'];
const DEVELOPMENT_ONLY = './dev-ui/';
/** As scripts/compress.mjs writes them. */
const GZIP_LEVEL = 9;

/**
 * Manifest keys of the pages that a file of the router names, without those of development only.
 * @param path of that file, from the web folder
 */
export function pagesIn(source, path) {
  const specifiers = [...source.matchAll(/\bimport\(\s*'([^']+)'/g)].map(([, specifier]) => specifier);
  return specifiers
    .filter((specifier) => !specifier.startsWith(DEVELOPMENT_ONLY))
    .map((specifier) =>
      specifier.startsWith('#web/') ? specifier.replace('#web/', 'src/') : join(path, '..', specifier),
    );
}

/**
 * For each page: `kb`, the entry, the page's own chunk and all that both import at once, each chunk counted once; and
 * `later`, the chunks it can ask for afterwards with what each adds, largest first.
 * @throws Error where the manifest lacks the entry or a page: what is not seen is not checked
 */
export function measurePages(manifest, pages, sizeOf, inlineKb = 0) {
  const entryKey = Object.keys(manifest).find((key) => manifest[key].isEntry);
  if (!entryKey) throw new Error('The manifest names no entry.');
  const missing = pages.filter((page) => !manifest[page]);
  if (missing.length > 0) throw new Error(`Not in a chunk of its own: ${missing.join(', ')}`);
  const kbOf = (keys) => keys.reduce((sum, key) => sum + sizeOf(manifest[key].file), 0) / KB;
  return pages.map((page) => {
    const first = closure(manifest, [entryKey, page]);
    const lazy = new Set(first.flatMap((key) => manifest[key].dynamicImports ?? []));
    const later = [...lazy]
      .filter((key) => !pages.includes(key) && !first.includes(key))
      .map((key) => ({ key, kb: kbOf(closure(manifest, [key]).filter((chunk) => !first.includes(chunk))) }))
      .toSorted((a, b) => b.kb - a.kb);
    return { page, kb: inlineKb + kbOf(first), later };
  });
}

/** What the scripts come to that stand in the page itself. */
export function inlineKb(html) {
  const scripts = [...html.matchAll(/<script>(.*?)<\/script>/gs)].map(([, script]) => script);
  return gzipSync(scripts.join(''), { level: GZIP_LEVEL }).length / KB;
}

/** The chunks and everything they import statically, however deep. */
function closure(manifest, keys) {
  const seen = new Set(keys);
  for (const key of seen) for (const next of manifest[key].imports ?? []) seen.add(next);
  return [...seen];
}

const shortName = (key) =>
  key
    .replace(/^.*node_modules\/((@[^/]+\/)?[^/]+).*$/, '$1')
    .replace(/^.*\//, '')
    .replace(/^_|(-[\w-]{7,8})?\.\w+$/g, '');

function report(folder) {
  const manifest = JSON.parse(readFileSync(join(folder, '.vite/manifest.json'), 'utf8'));
  const pages = PAGE_FILES.flatMap((path) => pagesIn(readFileSync(join(WEB, path), 'utf8'), path));
  if (pages.length === 0) throw new Error(`No page found in ${PAGE_FILES.join(', ')}.`);
  const sizeOf = (file) => gzipSync(readFileSync(join(folder, file)), { level: GZIP_LEVEL }).length;
  const inline = inlineKb(readFileSync(join(folder, 'index.html'), 'utf8'));
  const measured = measurePages(manifest, pages, sizeOf, inline).toSorted((a, b) => a.kb - b.kb);
  console.log('First load, kB gzip; after +, what may follow, each beside the first load alone');
  for (const { page, kb, later } of measured) {
    const parts = later.map((part) => `${shortName(part.key)} ${part.kb.toFixed(1)}`);
    console.log(`${kb.toFixed(1).padStart(7)}  ${relative('src', page).padEnd(44)} + ${parts.join(', ')}`);
  }
  for (const { page, kb } of measured.filter((one) => one.kb > LIMIT_KB)) {
    console.error(`${page}: ${kb.toFixed(1)} kB is over the limit of ${LIMIT_KB} kB`);
    process.exitCode = 1;
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  try {
    report(process.argv[2] ?? join(WEB, 'dist'));
  } catch (error) {
    console.error(error.message);
    process.exitCode = 1;
  }
}
