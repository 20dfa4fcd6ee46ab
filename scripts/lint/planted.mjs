const DRIVERS = ['pg', '@electric-sql/pglite'];
const KYSELY = ['kysely', 'kysely/helpers/postgres'];
const FASTIFY = ['fastify', '@fastify/static'];
const SERVER_BASE = [
  '../clock.ts',
  'node:process',
  'node:timers/promises',
  '@hereabouts/testing/fake-clock',
  'vitest',
  '@hereabouts/web/app',
  '#web/lib/time.ts',
];
const OTHER_FEATURES = ['routes', 'repo', 'present', 'realtime'].map(
  (name) => `#server/features/other/${name}.ts`,
);
const FEATURE_BASE = [...SERVER_BASE, ...DRIVERS, ...OTHER_FEATURES];
const ANY_FEATURE = ['#server/features/other/service.ts', '#server/features/other/policy.ts'];

const WEB_BASE = [
  '@hereabouts/server/config',
  '#server/config.ts',
  '@hereabouts/testing/app',
  'vitest',
  'node:fs',
];
const LEAFLET = ['leaflet', 'leaflet/dist/leaflet.css'];
const AUTH_JS = '@supabase/auth-js';

/** Every import that a kind of file must not have: one planted line each. */
const FORBIDDEN = {
  'contract/src/stray.ts': [
    'node:fs',
    'react',
    '@hereabouts/server/clock',
    '#server/clock.ts',
    '../package.json',
  ],

  'server/src/stray.ts': [...SERVER_BASE, ...DRIVERS, ...KYSELY],
  'server/src/http/stray.ts': [...SERVER_BASE, ...DRIVERS, ...KYSELY, ...ANY_FEATURE],
  'server/src/realtime/stray.ts': [...SERVER_BASE, ...DRIVERS, ...KYSELY, ...ANY_FEATURE],
  'server/src/storage/stray.ts': [...SERVER_BASE, ...DRIVERS, ...KYSELY, ...ANY_FEATURE],
  'server/src/tiles/stray.ts': [...SERVER_BASE, ...DRIVERS, ...KYSELY, ...ANY_FEATURE],
  'server/src/auth/stray.ts': [...SERVER_BASE, ...DRIVERS, ...KYSELY, ...ANY_FEATURE],
  'server/src/auth/stray-repo.ts': [...SERVER_BASE, ...DRIVERS, ...FASTIFY, ...ANY_FEATURE],
  'server/src/db/stray.ts': [
    ...SERVER_BASE,
    ...FASTIFY,
    ...ANY_FEATURE,
    '#server/http/errors.ts',
    '#server/auth/auth.ts',
    '#server/realtime/hub.ts',
  ],
  'server/src/features/stray/routes.ts': [...FEATURE_BASE, ...KYSELY, '#server/db/sql.ts', './repo.ts'],
  'server/src/features/stray/realtime.ts': [
    ...FEATURE_BASE,
    ...KYSELY,
    '#server/db/sql.ts',
    './repo.ts',
    './routes.ts',
  ],
  'server/src/features/stray/service.ts': [
    ...FEATURE_BASE,
    ...KYSELY,
    ...FASTIFY,
    './routes.ts',
    './present.ts',
    './realtime.ts',
  ],
  'server/src/features/stray/policy.ts': [
    ...FEATURE_BASE,
    ...KYSELY,
    ...FASTIFY,
    '#server/db/sql.ts',
    './routes.ts',
    './service.ts',
    './repo.ts',
    './present.ts',
    './realtime.ts',
  ],
  'server/src/features/stray/repo.ts': [
    ...FEATURE_BASE,
    ...FASTIFY,
    './routes.ts',
    './service.ts',
    './present.ts',
    './realtime.ts',
  ],
  'server/src/features/stray/present.ts': [
    ...FEATURE_BASE,
    ...KYSELY,
    ...FASTIFY,
    './routes.ts',
    './service.ts',
    './repo.ts',
    './realtime.ts',
  ],
  'server/src/http/stray.test.ts': ['@hereabouts/web/app', '#web/lib/time.ts'],
  'contract/src/stray.test.ts': ['@hereabouts/web/app', '#web/lib/time.ts'],

  'web/src/stray.ts': [...WEB_BASE, ...LEAFLET, 'phoenix', AUTH_JS, '../vite.config.ts'],
  'web/src/app/stray.ts': [...WEB_BASE, ...LEAFLET, 'phoenix', AUTH_JS, '../lib/time.ts'],
  'web/src/app/pages/stray.ts': [...WEB_BASE, ...LEAFLET, 'phoenix', AUTH_JS, '../../lib/time.ts'],
  'web/src/lib/stray.ts': [
    ...WEB_BASE,
    '#web/auth/session.ts',
    ...LEAFLET,
    'phoenix',
    AUTH_JS,
    '../ui/button.tsx',
    '#web/ui/button.tsx',
    '#web/map/map.tsx',
    '#web/realtime/socket.ts',
    '#web/features/other/queries.ts',
    '#web/app/router.tsx',
  ],
  'web/src/ui/stray.ts': [
    ...WEB_BASE,
    '#web/auth/session.ts',
    ...LEAFLET,
    'phoenix',
    AUTH_JS,
    '../lib/time.ts',
    '#web/map/map.tsx',
    '#web/realtime/socket.ts',
    '#web/features/other/queries.ts',
    '#web/app/router.tsx',
  ],
  'web/src/map/stray.ts': [
    ...WEB_BASE,
    '#web/auth/session.ts',
    'phoenix',
    AUTH_JS,
    '../lib/time.ts',
    '#web/realtime/socket.ts',
    '#web/features/other/queries.ts',
    '#web/app/router.tsx',
  ],
  'web/src/realtime/stray.ts': [
    ...WEB_BASE,
    ...LEAFLET,
    AUTH_JS,
    '#web/auth/session.ts',
    '../lib/time.ts',
    '#web/ui/button.tsx',
    '#web/map/map.tsx',
    '#web/features/other/queries.ts',
    '#web/app/router.tsx',
  ],
  'web/src/auth/stray.ts': [
    ...WEB_BASE,
    ...LEAFLET,
    'phoenix',
    '../lib/time.ts',
    '#web/ui/button.tsx',
    '#web/map/map.tsx',
    '#web/realtime/socket.ts',
    '#web/features/other/queries.ts',
    '#web/app/router.tsx',
  ],
  'web/src/features/stray/queries.ts': [
    ...WEB_BASE,
    ...LEAFLET,
    'phoenix',
    AUTH_JS,
    '../other/queries.ts',
    '#web/features/other/queries.ts',
    '#web/app/router.tsx',
  ],
  'web/src/features/stray/components/card.tsx': [
    ...WEB_BASE,
    ...LEAFLET,
    'phoenix',
    AUTH_JS,
    '../../other/queries.ts',
    '#web/features/other/queries.ts',
    '#web/app/router.tsx',
  ],
  'web/src/features/stray/places/find.ts': [
    ...WEB_BASE,
    ...LEAFLET,
    'phoenix',
    AUTH_JS,
    '../../other/queries.ts',
    '#web/features/other/queries.ts',
    '#web/app/router.tsx',
  ],
  'web/src/lib/stray.test.ts': ['@hereabouts/server/config', '#server/config.ts'],
  'testing/stray.ts': ['@hereabouts/web/app', '#web/lib/time.ts'],
};

export const PLANTED_IMPORTS = Object.entries(FORBIDDEN).map(([path, specifiers]) => ({
  path,
  specifiers,
  source: specifiers.map((specifier) => `import '${specifier}';\n`).join(''),
}));

const offence = (path, rule, ...lines) => ({ path, rule, source: `${lines.join('\n')}\n` });
const CLOCK = 'hereabouts(injected-clock)';

/** One file a rule that is not about who imports whom. */
export const PLANTED_CODE = [
  offence('server/src/http/env.ts', 'node(no-process-env)', 'export const port = process.env.PORT;'),
  offence('web/src/ui/env.ts', 'node(no-process-env)', 'export const mode = process.env.MODE;'),
  offence('server/src/http/now.ts', CLOCK, 'export const now = (): number => Date.now();'),
  offence('server/src/http/today.ts', CLOCK, 'export const today = (): Date => new Date();'),
  offence('server/src/http/span.ts', CLOCK, 'export const now = (): number => performance.now();'),
  offence(
    'server/src/http/later.ts',
    CLOCK,
    'export const later = (task: () => void) => setTimeout(task, 5);',
  ),
  offence(
    'server/src/http/often.ts',
    CLOCK,
    'export const often = (task: () => void) => setInterval(task, 5);',
  ),
  offence(
    'web/src/ui/later.ts',
    CLOCK,
    'export const later = (task: () => void) => window.setTimeout(task, 5);',
  ),
  offence(
    'server/src/realtime/one.ts',
    'import(no-cycle)',
    "import { two } from './two.ts';",
    'export const one = (): number => two();',
  ),
  offence(
    'server/src/realtime/two.ts',
    'import(no-cycle)',
    "import { one } from '#server/realtime/one.ts';",
    'export const two = (): number => one();',
  ),
  offence('server/src/http/default.ts', 'import(no-default-export)', 'export default 1;'),
  offence('server/src/http/camelCase.ts', 'unicorn(filename-case)', 'export const a = 1;'),
  offence('server/src/http/long.ts', 'eslint(max-lines)', 'export const a = 1;', '// a line\n'.repeat(330)),
  offence(
    'server/src/http/floats.ts',
    'typescript(no-floating-promises)',
    'export function start(task: () => Promise<void>): void {',
    '  task();',
    '}',
  ),
  offence(
    'web/src/ui/hook.tsx',
    'react(hooks)',
    "import { useState } from 'react';",
    'export function Counter({ on }: { on: boolean }) {',
    '  if (on) return null;',
    '  const [count] = useState(0);',
    '  return <p>{count}</p>;',
    '}',
  ),
  offence(
    'web/src/ui/picture.tsx',
    'jsx-a11y(alt-text)',
    'export const Picture = () => <img src="/a.png" />;',
  ),
];

const allowed = (path, ...lines) => ({ path, source: `${lines.join('\n')}\n` });

export const ALLOWED = [
  allowed('contract/src/users.ts', "import 'zod';", "import './limits.ts';"),
  allowed('contract/src/users.test.ts', "import 'vitest';", "import 'fast-check';"),
  allowed('server/src/config.ts', 'export const port = process.env.PORT;'),
  allowed('server/src/clock.ts', 'export const now = (): number => Date.now();'),
  allowed('server/src/app.ts', "import '#server/features/sound/routes.ts';", "import 'fastify';"),
  allowed('server/src/http/date.ts', 'export const date = (ms: number): Date => new Date(ms);'),
  allowed('server/src/db/open.ts', "import 'kysely';", "import 'pg';", "import '@electric-sql/pglite';"),
  allowed('server/src/auth/refresh-token-repo.ts', "import 'kysely';", "import '#server/db/sql.ts';"),
  allowed(
    'server/src/features/sound/routes.ts',
    "import 'fastify';",
    "import './policy.ts';",
    "import './service.ts';",
    "import './present.ts';",
    "import '#server/features/other/service.ts';",
    "import '#server/features/other/policy.ts';",
    "import '@hereabouts/contract/friendships';",
  ),
  allowed('server/src/features/sound/service.ts', "import './policy.ts';", "import './repo.ts';"),
  allowed('server/src/features/sound/repo.ts', "import 'kysely';", "import '#server/db/sql.ts';"),
  allowed(
    'server/src/features/sound/present.ts',
    "import type { Row } from './repo.ts';",
    'export const present = (row: Row) => row;',
  ),
  allowed(
    'server/src/features/sound/routes.test.ts',
    "import '@hereabouts/testing/app';",
    "import 'kysely';",
  ),
  allowed('web/src/lib/clock.ts', 'export const now = (): number => Date.now();'),
  allowed(
    'web/src/map/map.ts',
    "import 'leaflet';",
    "import '#web/ui/button.tsx';",
    "import '#web/lib/time.ts';",
  ),
  allowed('web/src/realtime/socket.ts', "import 'phoenix';", "import '#web/lib/time.ts';"),
  allowed(
    'web/src/features/sound/components/person-card.tsx',
    "import '../queries.ts';",
    "import './avatar.tsx';",
    "import '#web/ui/button.tsx';",
    "import '#web/map/map.ts';",
    "import '#web/realtime/socket.ts';",
  ),
  allowed('web/src/auth/session.ts', "import '@supabase/auth-js';", "import '#web/lib/clock.ts';"),
  allowed('web/src/app/pages/home.tsx', "import '../viewer.ts';", "import '#web/features/sound/queries.ts';"),
  allowed('web/src/app/home.tsx', "import '#web/features/sound/components/person-card.tsx';"),
];
