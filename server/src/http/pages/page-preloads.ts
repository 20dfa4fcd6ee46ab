import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

type Chunk = { file: string; imports?: string[]; assets?: string[] };
type Manifest = Readonly<Record<string, Chunk>>;

type Page = {
  path: RegExp;
  sources: readonly string[];
  /** By priority; web/src/early.ts loads its first picture before them. */
  later?: readonly string[];
};

const PICTURE = /\.svg$/;

const TAKE_OVER = 'src/app/take-over.ts';

const VISITOR_ACTIONS = 'src/features/event-links/components/visitor-actions.tsx';

const PAGES: readonly Page[] = [
  {
    path: /^\/(home)?$/,
    sources: ['src/app/pages/home.tsx'],
    later: [
      'src/features/home/components/above-list.ts',
      'src/features/events/components/quick-answer.tsx',
      'src/features/home/components/event-sections.tsx',
      'src/features/home/components/home-map.tsx',
    ],
  },
  { path: /^\/login$/, sources: [TAKE_OVER, 'src/features/account/login-page.tsx'] },
  { path: /^\/register$/, sources: [TAKE_OVER, 'src/features/account/register-page.tsx'] },
  { path: /^\/forgot-password$/, sources: [TAKE_OVER, 'src/features/account/forgot-password-page.tsx'] },
  { path: /^\/reset-password$/, sources: ['src/features/account/reset-password-page.tsx'] },
  {
    path: /^\/event\/\d+$/,
    sources: ['src/app/pages/event.tsx'],
    later: ['src/features/events/components/event-view.tsx'],
  },
  { path: /^\/chat\/\d+$/, sources: ['src/app/pages/chat.tsx', 'src/features/chat/chat-room.tsx'] },
  { path: /^\/join\/[^/]+$/, sources: ['src/app/pages/join.tsx', VISITOR_ACTIONS] },
  { path: /^\/add\/[^/]+$/, sources: ['src/app/pages/add.tsx'] },
  { path: /^\/contacts$/, sources: ['src/app/pages/contacts.tsx'] },
];

/** By their names in the build's manifest. */
export const PRELOADED_SOURCES: readonly string[] = PAGES.flatMap(({ sources, later = [] }) => [
  ...sources,
  ...later,
]);

/** Saves a round trip; empty without a manifest. */
export function readPagePreloads(folder: string, html: string): (path: string) => string {
  const file = join(folder, '.vite/manifest.json');
  if (!existsSync(file)) return () => '';
  const manifest = JSON.parse(readFileSync(file, 'utf8')) as Manifest;
  const tags = PAGES.map(
    ({ path, sources, later = [] }) => [path, tagsOf(manifest, sources, later, html)] as const,
  );
  return (path) => tags.find(([pattern]) => pattern.test(path))?.[1] ?? '';
}

function tagsOf(
  manifest: Manifest,
  sources: readonly string[],
  later: readonly string[],
  html: string,
): string {
  const first = withImports(manifest, sources);
  const all = withImports(manifest, [...sources, ...later]);
  const chunksOf = (keys: Iterable<string>) => [...keys].flatMap((key) => manifest[key] ?? []);
  const linksTo = (keys: readonly string[], mark: string) =>
    chunksOf(keys)
      .filter(({ file }) => !html.includes(`"/${file}"`))
      .map(({ file }) => `<link rel="modulepreload" crossorigin${mark} href="/${file}">`);
  const pictures = chunksOf(all)
    .flatMap(({ assets }) => assets ?? [])
    .filter((path) => PICTURE.test(path));
  return [
    ...pictures.map((path) => `<link rel="preload" as="image" fetchpriority="high" href="/${path}">`),
    ...linksTo([...first], ''),
    ...linksTo(
      [...all].filter((key) => !first.has(key)),
      ' data-later',
    ),
  ].join('');
}

function withImports(manifest: Manifest, sources: readonly string[]): Set<string> {
  const keys = new Set(sources.filter((source) => manifest[source]));
  for (const key of keys) for (const next of manifest[key]?.imports ?? []) keys.add(next);
  return keys;
}
