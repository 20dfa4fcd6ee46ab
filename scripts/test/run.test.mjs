import { join } from 'node:path';
import { expect, test } from 'vitest';
import { countTests, ROOT } from './run.mjs';

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
    'b.test.ts: CONT-07 comes back: expected 1 to be 2',
    'c.test.ts: no such module',
  ]);
});

test('a run that left no report failed', () => {
  expect(countTests(null, 0)).toMatchObject({ failed: 1 });
});
