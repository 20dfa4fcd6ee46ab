import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { checkStructure } from './check-structure.mjs';
import { OTHER_WRITERS, tablesOfOthers } from './table-owners.mjs';

const SOUND = [
  'contract/src/events.ts',
  'server/src/db/migrations/001-core.sql',
  'server/src/db/migrations/002-auth.sql',
  'docs/decisions/003-later.md',
  'server/src/features/events/routes.ts',
  'server/src/features/events/realtime.ts',
  'server/src/features/events/routes.test.ts',
  'server/src/features/events/home-service.ts',
  'server/src/features/events/home-repo.ts',
  'server/src/features/events/guest-list-policy.ts',
  'web/src/main.tsx',
  'web/src/features/events/queries.ts',
  'web/src/lib/time/clock.ts',
];

let root;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'structure '));
  for (const path of SOUND) plant(path);
});

afterEach(() => rmSync(root, { recursive: true }));

function plant(path, source = '') {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), source);
}

const importing = (specifier, what = '{ a }') => `import ${what} from '${specifier}';\n`;

test('a sound tree has no offence', () => {
  expect(checkStructure(root)).toEqual([]);
});

test.each([
  ['a file name outside the vocabulary of a feature', 'server/src/features/events/queries.ts'],
  ['a second file of routes in a feature', 'server/src/features/events/home-routes.ts'],
  ['a file of a subject without a name', 'server/src/features/events/-service.ts'],
  [
    'a folder inside a feature',
    'server/src/features/events/parts/routes.ts',
    'server/src/features/events/parts',
  ],
  ['a file beside the features', 'server/src/features/index-of-features.ts'],
  [
    'a feature whose noun the contract does not have',
    'server/src/features/parties/routes.ts',
    'server/src/features/parties',
  ],
  ['a drawer', 'web/src/lib/utils.ts'],
  ['a drawer folder', 'server/src/http/helpers/a.ts', 'server/src/http/helpers'],
  ['a barrel', 'contract/src/index.ts'],
  ['a folder the web does not have', 'web/src/components/button.tsx', 'web/src/components'],
  ['a migration without a number', 'server/src/db/migrations/more.sql'],
  ['a second migration of one number', 'server/src/db/migrations/002-other.sql'],
  ['a decision without a number', 'docs/decisions/drivers.md'],
])('%s is an offence', (_title, path, named = path) => {
  plant(path);
  const problems = checkStructure(root);
  expect(problems).toHaveLength(1);
  expect(problems[0]).toContain(`${named}:`);
});

describe('features that import each other in a circle', () => {
  const service = (feature) => `server/src/features/${feature}/service.ts`;
  const imported = (feature) => `#server/features/${feature}/service.ts`;
  beforeEach(() => {
    for (const feature of ['invites', 'live']) plant(`contract/src/${feature}.ts`);
    plant(service('events'), importing(imported('invites')));
    plant(service('invites'), importing(imported('live')));
    plant(service('live'), importing('#server/access/live.ts'));
  });

  test('a chain is none', () => {
    plant('server/src/features/live/routes.test.ts', importing(imported('events')));
    expect(checkStructure(root)).toEqual([]);
  });

  test.each([
    ['by another file of the folder', '{ a }'],
    ['by a type alone', 'type { A }'],
  ])('%s', (_title, what) => {
    plant('server/src/features/live/present.ts', importing(imported('events'), what));
    const problems = checkStructure(root);
    expect(problems).toHaveLength(1);
    expect(problems[0]).toContain('events → invites → live → events');
  });
});

describe('each table is written by its owner', () => {
  test.each([
    ['an insert', 'const SQL = `\n  insert into event_invites (event_id) values ($1)`;'],
    ['an update', "const SQL = 'update event_invites set status = $1';"],
    ['a delete', 'const SQL = `DELETE FROM event_invites i using events e`;'],
    [
      'a part of a statement',
      'const SQL = `with gone as (delete from only event_invites returning 1) select`;',
    ],
    ['an insert by the query builder', "await db.kysely.insertInto('event_invites').execute();"],
    ['an update by the query builder', "await db.kysely.updateTable('event_invites').execute();"],
    ['a delete by the query builder', "await db.kysely.deleteFrom('event_invites').execute();"],
  ])('%s elsewhere is an offence', (_title, source) => {
    plant('server/src/features/events/repo.ts', source);
    expect(checkStructure(root)).toEqual([
      'server/src/features/events/repo.ts: writes event_invites, which only features/invites/ writes; emit a domain event',
    ]);
  });

  test('the demo writes only what is listed for its repo', () => {
    plant(
      'demo/fill/repo.ts',
      "const SQL = 'update events set title = $1'; const MORE = 'update blocks set user_id = $1';",
    );
    plant('demo/people/people.ts', "const SQL = 'update users set name = $1';");
    expect(checkStructure(root)).toEqual([
      'demo/fill/repo.ts: writes blocks, which only features/blocks/ writes; emit a domain event',
      'demo/people/people.ts: writes users, which only features/users/ writes; emit a domain event',
    ]);
  });

  test('a table of auth belongs to one file', () => {
    const source = "const SQL = 'update auth.sessions set aal = $1';";
    plant('server/src/auth/sessions/session-repo.ts', source);
    plant('server/src/auth/factors/factor-repo.ts', source);
    expect(checkStructure(root)).toHaveLength(1);
  });

  test('the owner, reads, locks and tests pass', () => {
    plant('contract/src/invites.ts');
    plant(
      'server/src/features/invites/repo.ts',
      "const SQL = 'insert into event_invites (event_id) values ($1)';",
    );
    plant(
      'server/src/features/events/repo.ts',
      "const SQL = 'select from event_invites for update of event_invites';",
    );
    plant('server/src/features/events/routes.test.ts', "const SQL = 'delete from event_invites';");
    expect(checkStructure(root)).toEqual([]);
  });

  test('a table without an owner is an offence', () => {
    plant('server/src/db/migrations/003-more.sql', 'create table strays (id int);');
    expect(checkStructure(root)).toEqual([
      'server/src/db/migrations/003-more.sql: strays has no owner in scripts/table-owners.mjs',
    ]);
  });

  const exceptions = OTHER_WRITERS.flatMap(({ file, tables }) => tables.map((table) => [file, table]));
  test.each(exceptions)('%s still needs its exception for %s', (file, table) => {
    const folder = file.startsWith('demo/') ? '..' : '../server/src';
    const source = readFileSync(join(import.meta.dirname, folder, file), 'utf8');
    expect(tablesOfOthers('elsewhere.ts', source).map((other) => other.table)).toContain(table);
  });
});
