import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase } from '@hereabouts/testing/database';
import type { Database } from './database.ts';
import { PreparedQuery } from './prepared-query.ts';

let db: Database;

beforeAll(async () => {
  db = await createTestDatabase();
});
afterAll(() => db.close());

const failure = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => undefined,
    (error: unknown) => error,
  );

test('a statement is read the same whether its rows are described for the first time or known', async () => {
  const text = 'select n, n * 1.5 as more, null::text as nothing from generate_series(1, $1) n';
  const ask = () => Promise.all([db.query(text, [2]), db.query(text, [0]), db.query(text, [1])]);
  const [two, none, one] = await ask();
  expect(two).toEqual([
    { n: 1, more: 1.5, nothing: null },
    { n: 2, more: 3, nothing: null },
  ]);
  expect([none, one]).toEqual([[], two?.slice(0, 1)]);
  expect(await ask()).toEqual([two, none, one]);
});

test('a statement that has no rows can be sent again, and one with wrong syntax fails each time', async () => {
  const touch = () => db.query('update users set name = name where id = $1', [randomUUID()]);
  expect(await Promise.all([touch(), touch()])).toEqual([[], []]);
  expect(await touch()).toEqual([]);
  const wrong = () => failure(db.query('select $1::int fro nowhere', [1]));
  for (const error of [await wrong(), await wrong()]) expect(error).toMatchObject({ code: '42601' });
});

test('a value that cannot be read fails its statement, not those beside it', async () => {
  const ides = `select n, timestamptz '0044-03-15 12:00:00Z BC' as ides from generate_series(1, $1) n`;
  const broken = failure(db.query(ides, [2]));
  expect(await db.query('select $1::int as n', [2])).toEqual([{ n: 2 }]);
  expect(await broken).toMatchObject({ cause: expect.any(RangeError) as unknown });
  expect(await db.query(ides, [0])).toEqual([]);
});

test('a value that cannot be written fails its execution, and no other of the statement', async () => {
  const read = (value: unknown) => db.query('select $1::text as it', [value]);
  const unwritable = {
    toPostgres() {
      throw new RangeError('unwritable');
    },
  };
  for (const it of ['unknown yet', 'described']) {
    const broken = failure(read(unwritable));
    expect(await read(it)).toEqual([{ it }]);
    expect(await broken).toMatchObject({ cause: expect.any(RangeError) as unknown });
  }
});

test('a query that has failed is not answered again by the end of its statement', () => {
  const answers: unknown[] = [];
  const statement = { name: 's', text: 'select $1', values: [1] };
  const query = new PreparedQuery(statement, new Map(), (error) => answers.push(error?.message));
  query.handleError(new Error('unwritable'));
  query.handleReadyForQuery();
  expect(answers).toEqual(['unwritable']);
});
