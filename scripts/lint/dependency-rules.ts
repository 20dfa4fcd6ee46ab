/**
 * Which way dependencies point (docs/architecture.md), as `no-restricted-imports` settings by folder.
 * A later entry replaces an earlier one for the files it matches, so each names everything it forbids.
 * Patterns match the text of the specifier; folders therefore reach each other by `#server/…` and `#web/…`, never by `../`.
 * Oxlint lets one negated pattern (`!x`) excuse a specifier from every group of its entry: only `contract` uses it.
 */
type Ban = { group: string[]; message: string; allowTypeImports?: boolean };
type Entry = { files: string[]; rules: Record<string, unknown> };

const ban = (message: string, ...group: string[]): Ban => ({ message, group });

const UP = ban('Leave the folder by #server/… or #web/…, not by ../', '../**', '..');
const UP_TWICE = ban('Leave the feature by #web/…, not by ../../', '../../**');
const PROCESS = ban('The environment is read in config.ts only.', 'node:process', 'process');
const TIMERS = ban(
  'Timers come from the injected clock.',
  'node:timers',
  'node:timers/*',
  'timers',
  'timers/*',
);
const TESTS = ban(
  'Production code never imports test code.',
  '@hereabouts/testing',
  '@hereabouts/testing/**',
  'vitest',
  'fast-check',
);
const DEMO = ban(
  'Nothing but tests and tools imports the demo.',
  '@hereabouts/demo',
  '@hereabouts/demo/**',
  '#demo/**',
);
const WEB = ban(
  'server and web never import each other.',
  '@hereabouts/web',
  '@hereabouts/web/**',
  '#web/**',
);
const SERVER = ban(
  'server and web never import each other.',
  '@hereabouts/server',
  '@hereabouts/server/**',
  '#server/**',
);
const KYSELY = ban('Only repos and db/ know Kysely.', 'kysely', 'kysely/*');
const DRIVERS = ban(
  'Only db/ knows the database drivers.',
  'pg',
  'pg/*',
  'pg-*',
  'postgres',
  '@electric-sql/*',
);
const FASTIFY = ban('Only routes know HTTP.', 'fastify', '@fastify/*');
const DATABASE = ban('This file knows no database.', '#server/db/**');

const SERVER_BASE = [UP, PROCESS, TIMERS, TESTS, DEMO, WEB];
const NO_FEATURES = ban('Features depend on this folder, not the other way round.', '#server/features/**');
const OTHER_FEATURES = ban(
  'A feature reaches another only through its services; rules that several need are in access/.',
  '#server/features/*/routes.ts',
  '#server/features/*/policy.ts',
  '#server/features/*/*-policy.ts',
  '#server/features/*/repo.ts',
  '#server/features/*/*-repo.ts',
  '#server/features/*/present.ts',
  '#server/features/*/realtime.ts',
  '#server/features/*/feature.ts',
);
const FEATURE_BASE = [...SERVER_BASE, DRIVERS, OTHER_FEATURES];
const DEMO_BASE = [
  TESTS,
  WEB,
  KYSELY,
  DRIVERS,
  ban(
    'The demo does what people do, by services.',
    ...['routes', 'policy', '*-policy', 'repo', '*-repo', 'present', 'realtime'].map(
      (name) => `@hereabouts/server/features/*/${name}`,
    ),
  ),
];
/** Files of the same feature, those of one subject (`<subject>-service.ts`) included. */
const siblings = (message: string, ...names: string[]): Ban =>
  ban(message, ...names.flatMap((name) => [`./${name}.ts`, `./*-${name}.ts`]));

const LEAFLET = ban('Only web/src/map knows Leaflet.', 'leaflet', 'leaflet/**', 'supercluster');
const PHOENIX = ban('Only web/src/realtime knows Phoenix.', 'phoenix', 'phoenix/*');
const AUTH_JS = ban('Only web/src/auth knows auth-js.', '@supabase/*');
const NODE = ban('The browser has no Node modules.', 'node:*');
const SCHEMAS: Ban = {
  ...ban(
    'The browser knows schemas as types; it checks only what realtime sends.',
    '@hereabouts/contract/schemas/**',
  ),
  allowTypeImports: true,
};
const WEB_BASE = [TESTS, DEMO, SERVER, NODE, SCHEMAS];
const NO_APP = ban('app depends on everything else, not the other way round.', '#web/app/**');
const FEATURES_MEET = ban('Features meet only in app; reach your own by ./ or ../', '#web/features/**');
const webLayers = (...folders: string[]): Ban =>
  ban(
    'Web: app → features → {auth, map, live, realtime, ui} → lib; live → realtime.',
    ...folders.map((folder) => `#web/${folder}/**`),
  );

const entry = (files: string[], patterns: Ban[]): Entry => ({
  files,
  rules: { 'no-restricted-imports': ['error', { patterns }] },
});

export const dependencyRules: Entry[] = [
  entry(
    ['contract/src/*.ts'],
    [
      {
        ...ban('Plain data: Zod and schemas/ are imported as types.', '**', '!./*.ts'),
        allowTypeImports: true,
      },
    ],
  ),
  entry(
    ['contract/src/schemas/*.ts'],
    [ban('Schemas import only Zod and contract.', '**', '!./*.ts', '!../*.ts', '!zod/mini')],
  ),

  entry(['server/src/**'], [...SERVER_BASE, KYSELY, DRIVERS]),
  entry(
    ['server/src/{effects,http,live,realtime,storage,mail,sms,push,tiles}/**'],
    [...SERVER_BASE, KYSELY, DRIVERS, NO_FEATURES],
  ),
  entry(
    ['server/src/access/*.ts'],
    [
      ...SERVER_BASE,
      KYSELY,
      DRIVERS,
      FASTIFY,
      ban(
        'access/ holds rules alone: it knows the tables and nothing above them.',
        '#server/features/**',
        '#server/http/**',
        '#server/auth/**',
        '#server/realtime/**',
        '#server/live/**',
        '#server/context.ts',
      ),
      {
        ...ban('A rule is text and a predicate: it sends no query.', '#server/db/**'),
        allowTypeImports: true,
      },
    ],
  ),
  entry(['server/src/auth/**'], [...SERVER_BASE, KYSELY, DRIVERS, NO_FEATURES]),
  entry(['server/src/auth/**/*repo.ts'], [...SERVER_BASE, DRIVERS, FASTIFY, NO_FEATURES]),
  entry(
    ['server/src/db/**'],
    [
      ...SERVER_BASE,
      FASTIFY,
      NO_FEATURES,
      ban('db/ knows nothing above it.', '#server/http/**', '#server/auth/**', '#server/realtime/**'),
    ],
  ),
  entry(['server/src/features/*/*.ts'], [...FEATURE_BASE, KYSELY]),
  entry(
    ['server/src/features/*/feature.ts'],
    [
      ...FEATURE_BASE,
      KYSELY,
      DATABASE,
      FASTIFY,
      siblings('Feature → routes, realtime, service.', 'policy', 'repo', 'present'),
    ],
  ),
  entry(
    ['server/src/features/*/routes.ts'],
    [...FEATURE_BASE, KYSELY, DATABASE, siblings('Routes → policy, service, present.', 'repo')],
  ),
  entry(
    ['server/src/features/*/realtime.ts'],
    [...FEATURE_BASE, KYSELY, DATABASE, siblings('Topics → policy, service, present.', 'repo', 'routes')],
  ),
  entry(
    ['server/src/features/*/{service,*-service}.ts'],
    [...FEATURE_BASE, KYSELY, FASTIFY, siblings('Service → policy, repo.', 'routes', 'present', 'realtime')],
  ),
  entry(
    ['server/src/features/*/{policy,*-policy}.ts'],
    [
      ...FEATURE_BASE,
      KYSELY,
      FASTIFY,
      DATABASE,
      siblings('A policy is pure.', 'routes', 'service', 'repo', 'present', 'realtime'),
    ],
  ),
  entry(
    ['server/src/features/*/{repo,*-repo}.ts'],
    [
      ...FEATURE_BASE,
      FASTIFY,
      siblings('A repo knows only the database.', 'routes', 'service', 'present', 'realtime'),
    ],
  ),
  entry(
    ['server/src/features/*/present.ts'],
    [
      ...FEATURE_BASE,
      KYSELY,
      FASTIFY,
      siblings('A presenter turns a row into the wire form, nothing else.', 'routes', 'service', 'realtime'),
      { ...siblings('A presenter takes types, not queries, from the repo.', 'repo'), allowTypeImports: true },
    ],
  ),

  entry(['web/src/**'], [...WEB_BASE, UP, LEAFLET, PHOENIX, AUTH_JS]),
  entry(['web/src/app/*/**'], [...WEB_BASE, UP_TWICE, LEAFLET, PHOENIX, AUTH_JS]),
  entry(
    ['web/src/lib/**'],
    [
      ...WEB_BASE,
      UP,
      LEAFLET,
      PHOENIX,
      AUTH_JS,
      NO_APP,
      webLayers('features', 'auth', 'map', 'live', 'realtime', 'ui'),
    ],
  ),
  entry(
    ['web/src/ui/**'],
    [
      ...WEB_BASE,
      UP,
      LEAFLET,
      PHOENIX,
      AUTH_JS,
      NO_APP,
      webLayers('features', 'auth', 'map', 'live', 'realtime'),
    ],
  ),
  entry(
    ['web/src/map/**'],
    [...WEB_BASE, UP, PHOENIX, AUTH_JS, NO_APP, webLayers('features', 'auth', 'live', 'realtime')],
  ),
  entry(
    ['web/src/realtime/**'],
    [...WEB_BASE, UP, LEAFLET, AUTH_JS, NO_APP, webLayers('features', 'auth', 'map', 'live', 'ui')],
  ),
  entry(
    ['web/src/realtime/{open-socket,topic-channel}.ts'],
    [
      TESTS,
      DEMO,
      SERVER,
      NODE,
      UP,
      LEAFLET,
      AUTH_JS,
      NO_APP,
      webLayers('features', 'auth', 'map', 'live', 'ui'),
    ],
  ),
  entry(
    ['web/src/service-worker/**'],
    [
      ...WEB_BASE,
      UP,
      LEAFLET,
      PHOENIX,
      AUTH_JS,
      NO_APP,
      webLayers('features', 'auth', 'map', 'live', 'realtime', 'ui'),
    ],
  ),
  entry(
    ['web/src/live/**'],
    [...WEB_BASE, UP, LEAFLET, PHOENIX, AUTH_JS, NO_APP, webLayers('features', 'auth', 'map', 'ui')],
  ),
  entry(
    ['web/src/auth/**'],
    [...WEB_BASE, UP, LEAFLET, PHOENIX, NO_APP, webLayers('features', 'map', 'live', 'realtime', 'ui')],
  ),
  entry(['web/src/features/*/*'], [...WEB_BASE, UP, LEAFLET, PHOENIX, AUTH_JS, NO_APP, FEATURES_MEET]),
  entry(
    ['web/src/features/*/*/**'],
    [...WEB_BASE, UP_TWICE, LEAFLET, PHOENIX, AUTH_JS, NO_APP, FEATURES_MEET],
  ),

  entry(['demo/**'], DEMO_BASE),
  entry(['demo/*/**/*.ts'], [...DEMO_BASE, UP, PROCESS, TIMERS]),

  entry(['{server,contract}/**/*.test.ts'], [WEB, DEMO]),
  entry(['demo/**/*.test.{ts,mjs}'], [WEB]),
  entry(['web/**/*.test.{ts,tsx}'], [SERVER, DEMO]),
  entry(['testing/**'], [WEB]),
];
