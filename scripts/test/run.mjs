import { spawn } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
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
  const total = { passed: 0, failed: 0, skipped: 0, failures: [], flaky: [] };
  for (const part of parts) add(total, await part());
  return total;
}

/** The same for parts of one thread each: two at a time. */
export async function checksInPairs(...parts) {
  const total = { passed: 0, failed: 0, skipped: 0, failures: [], flaky: [] };
  const waiting = parts.values();
  const runOn = async () => {
    for (const part of waiting) add(total, await part());
  };
  await Promise.all([runOn(), runOn()]);
  return total;
}

function add(total, counts) {
  for (const key of ['passed', 'failed', 'skipped']) total[key] += counts[key] ?? 0;
  total.failures.push(...(counts.failures ?? []));
  total.flaky.push(...(counts.flaky ?? []));
}

/** More files than this that fail are no accident. */
const FILES_RUN_AGAIN_MAX = 3;

/**
 * Runs Vitest and counts its tests; a file that cannot be loaded or an error outside any test counts as a failure. With
 * CI set, what failed in a few files is run once more: what passes then is counted as passed and reported as flaky.
 * `held`: its lines come together at the end, not among those of what runs beside it.
 */
export async function vitest({ args, env = {}, held = false }) {
  const first = await runVitest(args, env, held);
  const files = process.env.CI ? first.failedFiles : [];
  if (files.length === 0 || files.length > FILES_RUN_AGAIN_MAX) return first;
  console.log(`\nOnce more, what failed in ${files.join(', ')}`);
  const again = [...args, ...files, ...onlyTests(first.failedTests)];
  return afterSecondRun(first, await runVitest(again, env, held));
}

/** All of a file, where it failed as a whole. */
function onlyTests(tests) {
  if (tests.includes(null)) return [];
  const patterns = tests.map((titles) => titles.map((title) => RegExp.escape(title)).join('( > | )'));
  return [`--testNamePattern=^(${patterns.join('|')})$`];
}

/** The sum of a run and of a second one of what failed in it. */
export function afterSecondRun(first, second) {
  const asWhole = first.failedTests.includes(null);
  if (!asWhole && second.passed + second.failed < first.failedTests.length) return first;
  return {
    ...second,
    passed: first.passed - (asWhole ? first.passedInFailedFiles : 0) + second.passed,
    skipped: first.skipped,
    flaky: first.failures.filter((failure) => !second.failures.some((again) => isSameTest(failure, again))),
  };
}

const isSameTest = (one, other) => testOf(one) === testOf(other);
/** A failure without its reason, which may differ each time. */
const testOf = (failure) => failure.slice(0, failure.lastIndexOf(REASON));

async function runVitest(args, env, held) {
  const folder = mkdtempSync(join(tmpdir(), 'hereabouts-test-'));
  try {
    const output = join(folder, 'report.json');
    const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${output}`];
    const lines = held ? join(folder, 'lines') : undefined;
    // The servers and commands that tests start take half as long.
    const shared = { NODE_ENV: 'test', NODE_COMPILE_CACHE: join(ROOT, '.cache/node') };
    const isReported = () => readReport(output) !== null;
    const code = await run(
      'vitest',
      ['run', ...args, ...reporters],
      { ...shared, ...env },
      { lines, isReported },
    );
    if (lines !== undefined) process.stdout.write(readFileSync(lines));
    return countTests(readReport(output), code ?? 0);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Counts and names the failures of a Vitest JSON report; `code` is the exit code it ended with. */
export function countTests(report, code) {
  if (!report)
    return { passed: 0, failed: 1, skipped: 0, failures: ['Vitest left no report'], failedFiles: [] };
  const failures = report.testResults.flatMap(failuresOf);
  const failed = report.testResults.filter((file) => failuresOf(file).length > 0);
  if (failures.length === 0 && code !== 0) failures.push('An error outside any test: see above');
  return {
    passed: report.numPassedTests,
    failed: failures.length,
    skipped: report.numPendingTests + report.numTodoTests,
    failures,
    failedFiles: failed.map(({ name }) => relative(ROOT, name)),
    failedTests: failed.flatMap(failedTestsOf),
    passedInFailedFiles: failed
      .flatMap(({ assertionResults }) => assertionResults)
      .filter(({ status }) => status === 'passed').length,
  };
}

/** The titles of each, outermost first; null for a file that failed as a whole. */
function failedTestsOf({ assertionResults }) {
  const tests = assertionResults.filter(({ status }) => status === 'failed');
  return tests.length === 0 ? [null] : tests.map(({ ancestorTitles, title }) => [...ancestorTitles, title]);
}

function failuresOf({ name, status, message, assertionResults }) {
  const file = relative(ROOT, name);
  const tests = assertionResults.filter((test) => test.status === 'failed');
  // Without a failed test it is the file itself that could not be loaded or cleaned up after.
  if (tests.length === 0) return status === 'failed' ? [`${file}${REASON}${firstLine(message)}`] : [];
  return tests.map((test) => `${file}: ${test.fullName}${REASON}${firstLine(test.failureMessages?.[0])}`);
}

const REASON = ' — ';
const firstLine = (text = '') => text.trim().split('\n', 1)[0].replaceAll(REASON, ' - ');

function readReport(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return null;
  }
}

/** A run that has left its report and does not end: now and then Vitest waits for its threads without end. */
const LINGERS_MAX_MS = 60_000;
/** Time for a browser and a server to close before they are killed, ms. */
const KILL_AFTER_MS = 5_000;
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'];

const running = new Set();

/** The command and what it starts are one process group; it ends with this process, except when that is killed outright.
 * `lines`: the file that its output goes to. `isReported`: it has done its work. @returns its exit code; null if it did not end then */
export function run(
  command,
  args,
  env = {},
  { lines, isReported = () => false, lingersMaxMs = LINGERS_MAX_MS } = {},
) {
  const PATH = [join(ROOT, 'node_modules/.bin'), process.env.PATH].join(delimiter);
  const output = lines === undefined ? 'inherit' : openSync(lines, 'w');
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd: ROOT,
      stdio: ['ignore', output, output],
      env: { ...process.env, PATH, ...env },
      detached: true,
    });
    running.add(child);
    const endGroup = (signal) => {
      killGroup(child.pid, signal);
      setTimeout(() => killGroup(child.pid, 'SIGKILL'), KILL_AFTER_MS).unref();
      process.exitCode = 1;
      child.on('exit', () => {
        killGroup(child.pid, 'SIGKILL');
        if (running.size === 0) process.exit();
      });
    };
    for (const signal of SIGNALS) process.on(signal, endGroup);
    let reportedAt = null;
    const watch = setInterval(() => {
      if (reportedAt === null && isReported()) reportedAt = performance.now();
      if (reportedAt === null || performance.now() - reportedAt < lingersMaxMs) return;
      clearInterval(watch);
      console.log(`${command} had left its report and did not end: stopped.`);
      killGroup(child.pid, 'SIGTERM');
      setTimeout(() => killGroup(child.pid, 'SIGKILL'), KILL_AFTER_MS).unref();
    }, lingersMaxMs / 10);
    const end = (code) => {
      clearInterval(watch);
      running.delete(child);
      if (typeof output === 'number') closeSync(output);
      for (const signal of SIGNALS) process.off(signal, endGroup);
      resolve(code);
    };
    child.once('error', (error) => {
      console.error(error.message);
      end(1);
    });
    const isLingering = () => reportedAt !== null && performance.now() - reportedAt >= lingersMaxMs;
    child.once('exit', (code) => end(isLingering() ? null : (code ?? 1)));
  });
}

function killGroup(pid, signal) {
  try {
    process.kill(-pid, signal);
  } catch {
    // All of it has ended.
  }
}
