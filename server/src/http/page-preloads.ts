import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

type Chunk = { file: string; imports?: string[]; css?: string[] };
type Manifest = Readonly<Record<string, Chunk>>;

/** Pages people arrive at from outside, and where the web app keeps them. */
const PAGES: readonly (readonly [path: RegExp, source: string])[] = [
  [/^\/(home)?$/, 'src/app/pages/home.tsx'],
  [/^\/login$/, 'src/features/account/login-page.tsx'],
  [/^\/event\/\d+$/, 'src/app/pages/event.tsx'],
  [/^\/chat\/\d+$/, 'src/app/pages/chat.tsx'],
  [/^\/contacts$/, 'src/app/pages/contacts.tsx'],
];

/**
 * What the head of a page should name beside what every page's does: its own scripts and styles, which the browser would
 * otherwise hear of only once the app has run, a round trip later. Empty for other paths and without the build's manifest.
 */
export function readPagePreloads(folder: string, html: string): (path: string) => string {
  const file = join(folder, '.vite/manifest.json');
  if (!existsSync(file)) return () => '';
  const manifest = JSON.parse(readFileSync(file, 'utf8')) as Manifest;
  const tags = PAGES.map(([path, source]) => [path, tagsOf(manifest, source, html)] as const);
  return (path) => tags.find(([pattern]) => pattern.test(path))?.[1] ?? '';
}

function tagsOf(manifest: Manifest, source: string, html: string): string {
  const keys = new Set(manifest[source] ? [source] : []);
  for (const key of keys) for (const next of manifest[key]?.imports ?? []) keys.add(next);
  const chunks = [...keys].flatMap((key) => manifest[key] ?? []);
  const isNew = (path: string) => !html.includes(`"/${path}"`);
  const scripts = chunks.map(({ file }) => file).filter(isNew);
  const styles = [...new Set(chunks.flatMap(({ css }) => css ?? []))].filter(isNew);
  return [
    ...scripts.map((path) => `<link rel="modulepreload" crossorigin href="/${path}">`),
    ...styles.map((path) => `<link rel="preload" as="style" crossorigin href="/${path}">`),
  ].join('');
}
