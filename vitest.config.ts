import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const globalSetup = fileURLToPath(new URL('testing/global-setup.ts', import.meta.url));
const quickArgon2 = fileURLToPath(new URL('testing/quick-argon2.ts', import.meta.url));

/** No statement of theirs reaches a database, or only the embedded one: they run once, beside PGlite. */
const WITHOUT_POSTGRES = [
  'contract/**',
  'server/src/{async,images,mail,sms,storage,tiles}/**',
  'server/src/realtime/!(nats-bus|access-losses).test.ts',
  'server/src/{app,config,data-dir,log}.test.ts',
  'server/src/auth/passwords/{common-passwords,password-hasher}.test.ts',
  'server/src/http/limits/{connection-limits,costly-requests,incoming-bodies,long-downloads}.test.ts',
  'server/src/http/pages/{content-security-policy,page-preloads,security-headers,web-app}.test.ts',
  'server/src/http/{form-file,not-found-delay,page-cursor}.test.ts',
  'server/src/features/live/traces.test.ts',
  'server/src/push/pusher.test.ts',
];

export default defineConfig({
  test: {
    maxWorkers: 2,
    projects: [
      {
        test: {
          name: 'server',
          include: [
            'contract/**/*.test.ts',
            'server/**/*.test.ts',
            'demo/**/*.test.ts',
            'testing/**/*.test.ts',
          ],
          exclude: [
            '**/node_modules/**',
            '**/dist/**',
            ...(process.env.TEST_DB === 'postgres' ? WITHOUT_POSTGRES : []),
          ],
          environment: 'node',
          // A worker waits for its embedded database, in a thread beside it, half of the time. Postgres has two of its own.
          maxWorkers: process.env.TEST_DB === 'postgres' ? 2 : 3,
          alias: { '@node-rs/argon2': quickArgon2 },
          pool: 'forks',
          // A worker keeps the modules it has loaded: a quarter less work. No module holds state of its own.
          isolate: false,
          testTimeout: 60_000,
          hookTimeout: 60_000,
          expect: { poll: { timeout: 15_000 } },
          globalSetup: [globalSetup],
        },
      },
      './web/vitest.config.ts',
      {
        test: {
          name: 'scripts',
          include: ['{scripts,demo}/**/*.test.mjs'],
          environment: 'node',
          testTimeout: 60_000,
          hookTimeout: 60_000,
          expect: { poll: { timeout: 15_000 } },
        },
      },
    ],
  },
});
