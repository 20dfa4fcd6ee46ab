import { expect, test } from 'vitest';
import { countTests } from './run.mjs';

const report = (numbers, ...files) => ({
  numPassedTests: 0,
  numFailedTests: 0,
  numPendingTests: 0,
  numTodoTests: 0,
  ...numbers,
  testResults: files,
});
const passedFile = { status: 'passed', assertionResults: [{ status: 'passed' }] };
const failedFile = { status: 'failed', assertionResults: [{ status: 'failed' }] };
const brokenFile = { status: 'failed', assertionResults: [] };

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
  expect(countTests(given, code)).toEqual({ passed, failed, skipped });
});

test('a run that left no report failed', () => {
  expect(countTests(null, 0)).toMatchObject({ failed: 1 });
});
