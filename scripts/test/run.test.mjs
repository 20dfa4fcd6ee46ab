import { join } from 'node:path';
import { expect, test } from 'vitest';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { afterSecondRun, countTests, ROOT, run } from './run.mjs';

const report = (numbers, ...files) => ({
  numPassedTests: 0,
  numFailedTests: 0,
  numPendingTests: 0,
  numTodoTests: 0,
  ...numbers,
  testResults: files,
});
const file = (name, status, message, ...assertionResults) => ({
  name: join(ROOT, name),
  status,
  message,
  assertionResults,
});
const passedFile = file('a.test.ts', 'passed', '', { status: 'passed' });
const failedFile = file('b.test.ts', 'failed', '', {
  status: 'failed',
  fullName: 'CONT-07 comes back',
  ancestorTitles: [],
  title: 'CONT-07 comes back',
  failureMessages: ['expected 1 to be 2\n    at b.test.ts:9'],
});
const brokenFile = file('c.test.ts', 'failed', 'no such module');

test.each([
  ['passed and skipped tests', report({ numPassedTests: 3, numPendingTests: 1 }, passedFile), 0, [3, 0, 1]],
  ['a failed test once', report({ numPassedTests: 2, numFailedTests: 1 }, failedFile), 1, [2, 1, 0]],
  [
    'a file that cannot be loaded as a failure',
    report({ numPassedTests: 2 }, passedFile, brokenFile),
    1,
    [2, 1, 0],
  ],
  ['an error outside any test as a failure', report({ numPassedTests: 2 }, passedFile), 1, [2, 1, 0]],
])('counts %s', (_title, given, code, [passed, failed, skipped]) => {
  expect(countTests(given, code)).toMatchObject({ passed, failed, skipped });
});

test('names what failed, with the first line of the reason', () => {
  expect(countTests(report({}, passedFile, failedFile, brokenFile), 1).failures).toEqual([
    'b.test.ts: CONT-07 comes back — expected 1 to be 2',
    'c.test.ts — no such module',
  ]);
});

test('a run that left no report failed', () => {
  expect(countTests(null, 0)).toMatchObject({ failed: 1 });
});

const failing = (reason) => ({
  status: 'failed',
  fullName: 'CONT-07 comes back',
  ancestorTitles: [],
  title: 'CONT-07 comes back',
  failureMessages: [reason],
});
const other = { status: 'passed' };

test('a test that passes when it is run again alone is counted once, and named as flaky', () => {
  const first = countTests(
    report(
      { numPassedTests: 5 },
      passedFile,
      file('b.test.ts', 'failed', '', failing('too slow'), other, other, other),
    ),
    1,
  );
  expect(first.failedTests).toEqual([['CONT-07 comes back']]);
  const second = (again) => {
    const isFailed = again.status === 'failed';
    const numbers = { numPassedTests: isFailed ? 0 : 1, numPendingTests: 3 };
    return countTests(report(numbers, file('b.test.ts', again.status, '', again)), isFailed ? 1 : 0);
  };
  expect(afterSecondRun(first, second({ status: 'passed' }))).toMatchObject({
    passed: 6,
    failed: 0,
    skipped: 0,
    flaky: ['b.test.ts: CONT-07 comes back — too slow'],
  });
  expect(afterSecondRun(first, second(failing('another reason')))).toMatchObject({
    passed: 5,
    failed: 1,
    flaky: [],
  });
  // The second run found no test of that name.
  expect(afterSecondRun(first, countTests(report({}), 0))).toMatchObject({ passed: 5, failed: 1 });
});

test('where a file failed as a whole, all of what failed is run again as whole files', () => {
  const first = countTests(
    report({ numPassedTests: 3 }, brokenFile, file('b.test.ts', 'failed', '', failing('too slow'), other)),
    1,
  );
  expect(first.failedTests).toContain(null);
  const again = [
    file('c.test.ts', 'passed', '', other),
    file('b.test.ts', 'passed', '', { ...failing(''), status: 'passed' }, other),
  ];
  const second = countTests(report({ numPassedTests: 3 }, ...again), 0);
  expect(afterSecondRun(first, second)).toMatchObject({ passed: 5, failed: 0 });
});

test('a run that is stopped takes along what its tests have started', async () => {
  const sleeper = "require('node:child_process').spawn('sleep', ['60'], { stdio: 'ignore' })";
  const child = `console.log(${sleeper}.pid); setInterval(() => {}, 1000)`;
  const runner = spawn(
    process.execPath,
    [
      '--input-type=module',
      '-e',
      `import { check } from '${join(import.meta.dirname, 'run.mjs')}'; await check('node', ['-e', ${JSON.stringify(child)}])`,
    ],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  const lines = createInterface({ input: runner.stdout });
  const [line] = await once(lines, 'line');
  const ended = once(runner, 'exit');
  const isAlive = () => {
    try {
      return process.kill(Number(line), 0);
    } catch {
      return false;
    }
  };
  expect(isAlive()).toBe(true);
  runner.kill('SIGTERM');
  expect((await ended)[0]).toBe(1);
  await expect.poll(isAlive).toBe(false);
});

test('a run that has left its report and does not end is stopped', async () => {
  const endless = ['-e', 'setInterval(() => {}, 1000)'];
  const stopped = run(process.execPath, endless, {}, { isReported: () => true, lingersMaxMs: 50 });
  expect(await stopped).toBeNull();
  expect(await run(process.execPath, ['-e', ''], {}, { isReported: () => true })).toBe(0);
});
