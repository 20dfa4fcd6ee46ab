import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { ensureChromium } from './browser.mjs';
import { check, checks, checksInPairs, ROOT, vitest } from './run.mjs';
import { findOnPath, findPostgresBin } from '../find-program.mjs';

/**
 * The layers of `npm test`, quickest first. `before` prepares what a person should not have to wait for in the middle; one
 * with `besideUntil` runs beside the next ones, up to the one named.
 * `run` answers with the number of tests that passed and failed. A check without tests of its own counts as one.
 */
export const LAYERS = [
  { name: 'format', title: 'oxfmt', run: () => check('oxfmt', ['--check']) },
  { name: 'lint', title: 'oxlint, with types', run: () => check('oxlint', []) },
  {
    name: 'rules',
    title: 'structure, and one planted violation for each dependency rule',
    run: () =>
      checks(
        () => check('node', ['scripts/check-structure.mjs']),
        () => vitest({ args: ['--project', 'scripts'] }),
      ),
  },
  {
    name: 'machines',
    title: 'an instance on several machines, of which each part is killed once',
    // Half of it is waiting: the next three layers fit beside it.
    besideUntil: 'unit',
    run: runOnMachines,
  },
  {
    name: 'types',
    title: 'TypeScript',
    run: () => checksInPairs(...typedFolders().map((folder) => () => check('tsc', ['-p', folder]))),
  },
  { name: 'web', title: 'web units', run: () => vitest({ args: ['--project', 'web'] }) },
  {
    name: 'build',
    title: 'the built web app and its size',
    run: () =>
      checks(
        () => check('node', ['scripts/prepare.cjs', 'build']),
        () => check('node', ['scripts/check-size.mjs']),
      ),
  },
  {
    name: 'unit',
    title: 'contract and server, units and routes, on PGlite',
    run: () => vitest({ args: ['--project', 'server'], env: { TEST_DB: 'pglite' } }),
  },
  { name: 'postgres', title: 'what reaches a database, on Postgres', run: runOnPostgres },
  {
    name: 'browser',
    title: 'journeys in Chromium',
    before: ensureChromium,
    run: async () => {
      // Run alone, this layer still drives what is in the sources now.
      const built = await check('node', ['scripts/prepare.cjs', 'build']);
      return built.failed > 0 ? built : vitest({ args: ['--config', 'e2e/vitest.config.ts'] });
    },
  },
];

async function runOnPostgres() {
  const bin = findPostgresBin();
  if (bin) return vitest({ args: ['--project', 'server'], env: { TEST_DB: 'postgres' } });
  const note = 'no Postgres server found; Debian: apt-get install postgresql';
  console.log(`Skipped: ${note}`);
  return { note };
}

async function runOnMachines() {
  const path = { PATH: `${process.env.PATH}:/usr/sbin:/usr/local/bin` };
  const missing = [
    findPostgresBin() ?? 'postgresql',
    findOnPath(['nats-server'], path) ?? 'nats-server',
    findOnPath(['haproxy'], path) ?? 'haproxy',
  ].filter((name) => !name.startsWith('/'));
  if (missing.length === 0) return vitest({ args: ['--config', 'soak/vitest.config.ts'], held: true });
  const note = `not found: ${missing.join(', ')}; Debian: apt-get install ${missing.join(' ')}`;
  console.log(`Skipped: ${note}`);
  return { note };
}

function typedFolders() {
  const own = readdirSync(ROOT).filter((folder) => existsSync(join(ROOT, folder, 'tsconfig.json')));
  return [...own, 'web/src/service-worker'];
}
