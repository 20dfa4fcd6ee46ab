import { spawnSync } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ACCESS_EXCEPTIONS, decisionsOf } from './access-sql.mjs';
import { ALLOWED } from './allowed.mjs';
import { PLANTED_ACCESS } from './planted-access.mjs';
import { PLANTED_EFFECTS } from './planted-effects.mjs';
import { PLANTED_CODE } from './planted-code.mjs';
import { PLANTED_IMPORTS } from './planted.mjs';

const PROJECT = join(import.meta.dirname, '../..');
const WORKSPACES = ['contract', 'server', 'web', 'demo', 'testing'];
const COPIED = [
  'oxlint.config.ts',
  'scripts/lint',
  'package.json',
  'tsconfig.base.json',
  ...WORKSPACES.flatMap((name) => [`${name}/package.json`, `${name}/tsconfig.json`]),
];
const FILES = [...PLANTED_IMPORTS, ...PLANTED_CODE, ...PLANTED_ACCESS, ...PLANTED_EFFECTS, ...ALLOWED];
const IMPORTS_RULE = 'eslint(no-restricted-imports)';

let root;
let diagnostics;

/** One run of the linter over a copy of its configuration in which every source is a planted one. */
beforeAll(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'planted-')));
  for (const path of COPIED) cpSync(join(PROJECT, path), join(root, path), { recursive: true });
  symlinkSync(join(PROJECT, 'node_modules'), join(root, 'node_modules'));
  for (const { path, source } of FILES) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), source);
  }
  const oxlint = join(PROJECT, 'node_modules/.bin/oxlint');
  const run = spawnSync(oxlint, ['--format', 'json', ...WORKSPACES], { cwd: root, encoding: 'utf8' });
  diagnostics = JSON.parse(run.stdout).diagnostics;
}, 60_000);

afterAll(() => rmSync(root, { recursive: true }));

const offences = (path) =>
  diagnostics
    .filter(({ filename }) => filename === path)
    .map(({ code, labels }) => ({ code, line: labels[0]?.span.line }));

describe.each(PLANTED_IMPORTS)('$path must not import', ({ path, specifiers }) => {
  test.each(specifiers.map((specifier, index) => [specifier, index + 1]))('%s', (_specifier, line) => {
    expect(offences(path)).toContainEqual({ code: IMPORTS_RULE, line });
  });
});

describe('code that breaks a rule is caught', () => {
  test.each([...PLANTED_CODE, ...PLANTED_ACCESS, ...PLANTED_EFFECTS])('$rule in $path', ({ path, rule }) => {
    expect(offences(path).map(({ code }) => code)).toEqual([rule]);
  });
});

describe('what the architecture allows passes', () => {
  test.each(ALLOWED)('$path', ({ path }) => {
    expect(offences(path)).toEqual([]);
  });
});

test.each(ACCESS_EXCEPTIONS)('$file still needs its exception: $reason', ({ file, text, by }) => {
  const source = readFileSync(join(PROJECT, file), 'utf8');
  if (text !== undefined) expect(source).toContain(text);
  expect(decisionsOf(text ?? source)).toContain(by ?? decisionsOf(text)[0]);
});

test('no planted file hides another', () => {
  expect(new Set(FILES.map(({ path }) => path)).size).toBe(FILES.length);
});
