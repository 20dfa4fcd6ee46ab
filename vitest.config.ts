import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { testsWithoutDatabase } from './scripts/test/without-database.mjs';

const globalSetup = fileURLToPath(new URL('testing/global-setup.ts', import.meta.url));
const quickArgon2 = fileURLToPath(new URL('testing/quick-argon2.ts', import.meta.url));

/** No statement of theirs reaches a database, or only the embedded one. */
const ON_PGLITE_ALONE = [
  'server/src/{app,data-dir}.test.ts',
  'server/src/features/live/traces.test.ts',
  'server/src/http/limits/connection-limits.test.ts',
  'server/src/mail/outbox.test.ts',
  'server/src/storage/unavailable.test.ts',
];

/** They run once, beside PGlite. */
const withoutPostgres = () => [...testsWithoutDatabase(import.meta.dirname), ...ON_PGLITE_ALONE];

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
            ...(process.env.TEST_DB === 'postgres' ? withoutPostgres() : []),
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
