// The JavaScript a first visit loads before any map, by page, compressed as the server sends it to everyone (gzip).
// Reads web/dist/.vite/manifest.json; exit code 1 when a page is over the limit.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';

const LIMIT_KB = 120;
const KB = 1000;

/** Kilobytes a page: the entry, the page's own chunk and what both import at once, each chunk counted once. */
export function measurePages(manifest, sizeOf) {
  const [entryKey] = Object.entries(manifest).find(([, chunk]) => chunk.isEntry) ?? [];
  if (!entryKey) return [];
  const entry = closure(manifest, entryKey);
  const pages = new Set([...entry].flatMap((key) => manifest[key].dynamicImports ?? []));
  return [...pages].map((key) => {
    const files = [...new Set([...entry, ...closure(manifest, key)])].map((chunk) => manifest[chunk].file);
    const bytes = files.filter((file) => file.endsWith('.js')).reduce((sum, file) => sum + sizeOf(file), 0);
    return { page: key, kb: bytes / KB };
  });
}

/** The chunk and everything it imports statically, however deep. */
function closure(manifest, key, seen = new Set()) {
  if (seen.has(key)) return seen;
  seen.add(key);
  for (const next of manifest[key].imports ?? []) closure(manifest, next, seen);
  return seen;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const dist = join(import.meta.dirname, '../web/dist');
  const manifest = JSON.parse(readFileSync(join(dist, '.vite/manifest.json'), 'utf8'));
  const pages = measurePages(manifest, (file) => gzipSync(readFileSync(join(dist, file))).length);
  for (const { page, kb } of pages.toSorted((a, b) => a.kb - b.kb)) {
    console.log(`${kb.toFixed(1).padStart(7)} kB  ${page}`);
  }
  const over = pages.filter(({ kb }) => kb > LIMIT_KB);
  if (pages.length === 0) console.error('The manifest names no entry with lazy pages.');
  for (const { page, kb } of over)
    console.error(`${page}: ${kb.toFixed(1)} kB is over the limit of ${LIMIT_KB} kB`);
  if (over.length > 0 || pages.length === 0) process.exitCode = 1;
}
