// Usage: npm run test:alone [-- --count N] [--seed N] [file …]   Runs browser tests each alone: twenty at random, or all
// of the files that are named.
import { join, relative } from 'node:path';
import { parseArgs } from 'node:util';
import { createVitest } from 'vitest/node';
import { ensureChromium } from './browser.mjs';
import { chooseTests, onlyTest, roundsOf } from './choose.mjs';
import { ROOT } from './run.mjs';

const { values, positionals } = parseArgs({
  options: { seed: { type: 'string' }, count: { type: 'string' } },
  allowPositionals: true,
});
const seed = Number(values.seed ?? Date.now() % 1_000_000);
const count = Number(values.count ?? (positionals.length > 0 ? Infinity : 20));
if (Number.isNaN(seed) || Number.isNaN(count)) throw new Error('--seed and --count are numbers');

const start = (options) =>
  createVitest('test', { config: join(ROOT, 'e2e/vitest.config.ts'), watch: false, ...options });

/** The tests as they are called when they run, which only running the files tells where titles are made from data. */
async function listTests() {
  const vitest = await start({ reporters: [] });
  try {
    const { testModules } = await vitest.collectTests(await vitest.globTestSpecifications(positionals));
    return testModules.flatMap((module) =>
      [...module.children.allTests()].map((test) => ({
        file: relative(ROOT, module.moduleId),
        name: test.fullName,
      })),
    );
  } finally {
    await vitest.close();
  }
}

/** One test a file: each file has a product of its own, so that they do not meet. */
async function runRound(vitest, round) {
  const specifications = round.flatMap(({ file, name }) => {
    const path = join(ROOT, file);
    return vitest
      .getModuleSpecifications(path)
      .map(({ project }) => project.createSpecification(path, { testNamePattern: onlyTest(name) }));
  });
  const { testModules, unhandledErrors } = await vitest.runTestSpecifications(specifications);
  const passed = new Set();
  for (const module of testModules) {
    const ran = [...module.children.allTests()].filter((test) => test.result().state !== 'skipped');
    if (ran.length === 1 && module.ok()) passed.add(`${relative(ROOT, module.moduleId)}: ${ran[0].fullName}`);
  }
  for (const error of unhandledErrors) console.error(error);
  const all = round.map(({ file, name }) => `${file}: ${name}`);
  return unhandledErrors.length > 0 ? all : all.filter((test) => !passed.has(test));
}

/** Says of each test that ran how it went. */
const telling = {
  onTestCaseResult(test) {
    const { state, errors = [] } = test.result();
    if (state === 'skipped') return;
    const seconds = ((test.diagnostic()?.duration ?? 0) / 1000).toFixed(1);
    console.log(`${state} ${relative(ROOT, test.module.moduleId)}: ${test.fullName} (${seconds} s)`);
    for (const { stack, message } of errors) console.log(`  ${message}\n${stack}`);
  },
};

ensureChromium();
const tests = chooseTests(await listTests(), { seed, count });
console.log(`${tests.length} tests, each alone, chosen with --seed ${seed}`);
const vitest = await start({ reporters: [telling] });
const failed = [];
try {
  await vitest.globTestSpecifications();
  for (const round of roundsOf(tests)) failed.push(...(await runRound(vitest, round)));
} finally {
  await vitest.close();
}
for (const test of failed) console.log(`FAILED alone: ${test}`);
console.log(`${tests.length - failed.length} passed, ${failed.length} failed (--seed ${seed})`);
process.exit(failed.length > 0 || tests.length === 0 ? 1 : 0);
