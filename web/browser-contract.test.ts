import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { trimContract } from './browser-contract.ts';

const CONTRACT = join(import.meta.dirname, '../contract/src');
const trim = (code: string) => trimContract(code, 'things.ts').trim();

test('a route keeps what the browser reads, whatever the order', () => {
  const code = `export const thingRoutes = {
    listThings: route({ summary: 'All', access: 'user', query: z.object({ limit: z.int() }), path: '/api/things', method: 'GET', status: 200 }),
  };`;
  expect(trim(code)).toBe(
    `export const thingRoutes = {
    listThings: { access: 'user', path: '/api/things', method: 'GET' },
  };`,
  );
});

test('what is computed can be left out by the bundler; plain values and functions stay as they are', () => {
  expect(trim('export const thing: Thing = z.object({ id: z.int() });')).toBe(
    'export const thing: Thing = /* @__PURE__ */ (() => (z.object({ id: z.int() })))();',
  );
  for (const code of [
    "export const KINDS = ['a', 'b'] as const;",
    'const kind = (id: string) => find(id);',
  ]) {
    expect(trim(code)).toBe(code);
  }
});

test('a route that is not written out is refused: its schemas would reach every page', () => {
  expect(() => trim('const routes = { a: route(definition) };')).toThrow(
    'things.ts: a route must be written out',
  );
  expect(() => trim('const routes = { a: route({ ...common }) };')).toThrow(
    'things.ts: the parts of a route must be written out',
  );
});

test('every file of the contract can be trimmed, and no route keeps a schema', () => {
  for (const file of readdirSync(CONTRACT).filter((name) => !name.endsWith('.test.ts'))) {
    const code = trimContract(readFileSync(join(CONTRACT, file), 'utf8'), file);
    expect(code).not.toMatch(/\broute\(\{/);
  }
});
