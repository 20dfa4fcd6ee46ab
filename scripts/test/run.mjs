import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';

export const ROOT = join(import.meta.dirname, '../..');

/** Runs a command that passes or fails as a whole. */
export async function check(command, args) {
  const code = await run(command, args);
  return code === 0 ? { passed: 1 } : { failed: 1 };
}

/** Runs several parts of one layer, all of them, and adds up. */
export async function checks(...parts) {
  const total = { passed: 0, failed: 0, skipped: 0 };
  for (const part of parts) {
    const counts = await part();
    for (const key of Object.keys(total)) total[key] += counts[key] ?? 0;
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

/** Counts of a Vitest JSON report; `code` is the exit code it ended with. */
export function countTests(report, code) {
  if (!report) return { failed: 1, note: 'no report' };
  const brokenFiles = report.testResults.filter(
    (file) => file.status === 'failed' && !file.assertionResults.some((test) => test.status === 'failed'),
  ).length;
  const failed = report.numFailedTests + brokenFiles;
  return {
    passed: report.numPassedTests,
    failed: failed === 0 && code !== 0 ? 1 : failed,
    skipped: report.numPendingTests + report.numTodoTests,
  };
}

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
