// Usage: npm run test:slow [-- [--seed N] [-t name] file …]   Runs browser tests, all or the files that are named, against a
// product whose every answer and message comes late by a random time, so that they arrive in other orders.
import { parseArgs } from 'node:util';
import { ensureChromium } from './browser.mjs';
import { vitest } from './run.mjs';

const { values, positionals } = parseArgs({
  options: { seed: { type: 'string' }, testNamePattern: { type: 'string', short: 't' } },
  allowPositionals: true,
});
const seed = Number(values.seed ?? Date.now() % 1_000_000);
if (Number.isNaN(seed)) throw new Error('--seed is a number');
const only = values.testNamePattern === undefined ? [] : ['-t', values.testNamePattern];

ensureChromium();
console.log(`Everything the product sends comes late (--seed ${seed})`);
const counts = await vitest({
  args: ['--config', 'e2e/vitest.config.ts', `--sequence.seed=${seed}`, ...only, ...positionals],
  env: { SLOW_SEED: String(seed) },
});
for (const failure of counts.failures) console.log(`FAILED slow: ${failure}`);
console.log(`${counts.passed} passed, ${counts.failed} failed (--seed ${seed})`);
process.exit(counts.failed > 0 || counts.passed === 0 ? 1 : 0);
