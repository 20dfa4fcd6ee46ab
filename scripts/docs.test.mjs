import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '..');
const DOCUMENTS = ['.', 'docs', 'docs/decisions', 'bench'].flatMap((folder) =>
  readdirSync(join(ROOT, folder))
    .filter((name) => name.endsWith('.md'))
    .map((name) => join(folder, name)),
);
const LINK = /\]\((?!https?:)([^)\s]*)\)/g;
const SOURCE_PATH = /`((?:attack|bench|contract|demo|docs|e2e|scripts|server|soak|testing|web)\/[\w./-]+)`/g;

const read = (path) => readFileSync(join(ROOT, path), 'utf8');
const missing = (path) => !existsSync(join(ROOT, path));

/** The anchors of a document's headings, formed as GitHub forms them. */
const anchorsOf = (text) =>
  [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading]) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );

function brokenLinks(document) {
  return [...read(document).matchAll(LINK)].flatMap(([, target]) => {
    const [file, anchor] = target.split('#');
    const path = file === '' ? document : relative(ROOT, join(ROOT, dirname(document), file));
    if (missing(path)) return [target];
    const isThere = anchor === undefined || !path.endsWith('.md') || anchorsOf(read(path)).includes(anchor);
    return isThere ? [] : [target];
  });
}

const missingSources = (text) =>
  [...text.matchAll(SOURCE_PATH)].map(([, path]) => path).filter((path) => missing(path));

test.each(DOCUMENTS)('%s has no broken link to a file or heading', (document) => {
  expect(brokenLinks(document)).toEqual([]);
});

test.each(['docs/security.md', 'docs/security-asvs.md', 'docs/architecture.md'])(
  'every file named in %s exists',
  (document) => {
    expect(read(document)).toMatch(SOURCE_PATH);
    expect(missingSources(read(document))).toEqual([]);
  },
);

test('a path that is not there is found', () => {
  expect(missingSources('`server/src/nowhere.test.ts` and `package.json`')).toEqual([
    'server/src/nowhere.test.ts',
  ]);
});

test('OPS-08 docs/security.md explains every security event', () => {
  const [, levels = ''] =
    /const LEVEL = \{(.*?)\n\} as const/s.exec(read('server/src/security-log.ts')) ?? [];
  const events = [...levels.matchAll(/^ {2}(\w+):/gm)].map(([, event]) => event);
  expect(events.length).toBeGreaterThan(10);
  const text = read('docs/security.md');
  expect(events.filter((event) => !text.includes(`\`${event}\``))).toEqual([]);
});

test('docs/security-asvs.md has each item once, and its summary counts them', () => {
  const text = read('docs/security-asvs.md');
  const rows = [...text.matchAll(/^\| (\d+\.\d+\.\d+) \| \d \|.*?\| (yes|partly|no|operator) \|/gm)];
  const others = [...text.matchAll(/^\| [^|]+ \| (\d+\.\d+\.\d+(?:, \d+\.\d+\.\d+)*) \|/gm)].flatMap(
    ([, ids]) => ids.split(', '),
  );
  const ids = [...rows.map(([, id]) => id), ...others];
  expect(new Set(ids).size).toBe(ids.length);
  for (const met of ['yes', 'partly', 'operator', 'no']) {
    const count = rows.filter(([, , value]) => value === met).length;
    expect(text).toContain(`| ${met} | ${count} |`);
  }
  expect(text).toContain(`| does not apply | ${others.length} |`);
});
