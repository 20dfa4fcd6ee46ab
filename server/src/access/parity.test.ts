import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Database } from '@hereabouts/server/db/database';
import { facts, rowsOf } from '@hereabouts/testing/access-facts';
import { PARITY_CASES } from '@hereabouts/testing/access-parity';
import { seed } from '@hereabouts/testing/access-seed';
import { createTestDatabase } from '@hereabouts/testing/database';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';

const RUNS = 40;

let db: Database;
beforeAll(async () => {
  db = await createTestDatabase();
});
afterAll(() => db.close());

test('PERM-08 each rule says the same in TypeScript and in SQL, over random people and events', async () => {
  const counts = new Map(PARITY_CASES.map(({ rule }) => [rule, { yes: 0, no: 0 }]));
  const property = fc.asyncProperty(facts, async (given) => {
    const rows = rowsOf(given);
    await db.transaction(async (tx) => {
      // Compiling such a query takes a hundred times as long as running it.
      await tx.query('set local jit = off');
      await seed(tx, rows);
      for (const { rule, sql, sides } of PARITY_CASES) {
        const { all, holds } = sides(rows);
        const found = (await tx.query<{ key: string }>(sql)).map(({ key }) => key).toSorted();
        expect(found, rule).toEqual(holds);
        const count = counts.get(rule)!;
        count.yes += holds.length;
        count.no += all.length - holds.length;
      }
    });
  });
  await fc.assert(property, { numRuns: RUNS });
  // A rule that always held, or never, was not compared.
  expect([...counts].filter(([, { yes, no }]) => yes === 0 || no === 0)).toEqual([]);
}, 300_000);

test('PERM-08 every piece of SQL in access/ is compared', async () => {
  const compared = new Set(PARITY_CASES.flatMap(({ rule }) => rule.split(' ')));
  const files = readdirSync(import.meta.dirname).filter((name) => !name.endsWith('.test.ts'));
  const names: string[] = [];
  for (const file of files) {
    const exported = Object.keys((await import(join(import.meta.dirname, file))) as object);
    names.push(...exported.filter((name) => /Sql$|^[A-Z_]+$|Columns/.test(name)));
  }
  expect(names.length).toBeGreaterThan(0);
  expect(names.filter((name) => !compared.has(name))).toEqual([]);
});
