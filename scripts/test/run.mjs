import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join, relative } from 'node:path';

export const ROOT = join(import.meta.dirname, '../..');

/** Runs a command that passes or fails as a whole. */
export async function check(command, args) {
  const code = await run(command, args);
  return code === 0 ? { passed: 1 } : { failed: 1, failures: [[command, ...args].join(' ')] };
}

/** Runs several parts of one layer, all of them, and adds up. */
export async function checks(...parts) {
  const total = { passed: 0, failed: 0, skipped: 0, failures: [] };
  for (const part of parts) {
    const counts = await part();
    for (const key of ['passed', 'failed', 'skipped']) total[key] += counts[key] ?? 0;
    total.failures.push(...(counts.failures ?? []));
  }
  return total;
}

/** Runs Vitest and counts its tests; a file that cannot be loaded or an error outside any test counts as a failure. */
export async function vitest({ args, env = {} }) {
  const folder = mkdtempSync(join(tmpdir(), 'hereabouts-test-'));
  try {
    const output = join(folder, 'report.json');
    const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${output}`];
    const code = await run('vitest', ['run', ...args, ...reporters], { NODE_ENV: 'test', ...env });
    return countTests(readReport(output), code);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Counts and names the failures of a Vitest JSON report; `code` is the exit code it ended with. */
export function countTests(report, code) {
  if (!report) return { failed: 1, failures: ['Vitest left no report'] };
  const failures = report.testResults.flatMap(failuresOf);
  if (failures.length === 0 && code !== 0) failures.push('An error outside any test: see above');
  return {
    passed: report.numPassedTests,
    failed: failures.length,
    skipped: report.numPendingTests + report.numTodoTests,
    failures,
  };
}

function failuresOf({ name, status, message, assertionResults }) {
  const file = relative(ROOT, name);
  const tests = assertionResults.filter((test) => test.status === 'failed');
  // Without a failed test it is the file itself that could not be loaded or cleaned up after.
  if (tests.length === 0) return status === 'failed' ? [`${file}: ${firstLine(message)}`] : [];
  return tests.map((test) => `${file}: ${test.fullName}: ${firstLine(test.failureMessages?.[0])}`);
}

const firstLine = (text = '') => text.trim().split('\n', 1)[0];

function readReport(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return null;
  }
}

function run(command, args, env = {}) {
  const PATH = [join(ROOT, 'node_modules/.bin'), process.env.PATH].join(delimiter);
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd: ROOT,
      stdio: ['ignore', 'inherit', 'inherit'],
      env: { ...process.env, PATH, ...env },
    });
    child.on('error', (error) => {
      console.error(error.message);
      resolve(1);
    });
    child.on('exit', (code) => resolve(code ?? 1));
  });
}
