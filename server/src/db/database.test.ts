import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestDatabase } from '@hereabouts/testing/database';
import type { Database, Queryable } from './database.ts';
import {
  DatabaseBusyError,
  isCheckViolation,
  isForeignKeyViolation,
  isSerializationFailure,
  isUnavailable,
  isUniqueViolation,
  TransactionAbortedError,
  TransactionTimeoutError,
} from './errors.ts';
import { isoTimeSql } from './sql.ts';

const NOW = '2026-06-20T12:00:00.000Z';
let db: Database;

beforeAll(async () => {
  db = await createTestDatabase({ transactionTimeoutMs: 1_000 });
});
afterAll(() => db.close());

const addUser = async (on: Queryable, name = ''): Promise<string> => {
  const id = randomUUID();
  await on.kysely.insertInto('users').values({ id, name, created_at: NOW, updated_at: NOW }).execute();
  return id;
};
const nameOf = async (id: string, on: Queryable = db): Promise<string | undefined> =>
  (await on.query<{ name: string }>('select name from users where id = $1', [id]))[0]?.name;
const failure = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => undefined,
    (error: unknown) => error,
  );

describe('values', () => {
  test('every type in use reads the same on both engines', async () => {
    const [row] = await db.query(
      `select 9007199254740991::bigint as big, 1::smallint as small, 1.25::double precision as double,
        49.183300::numeric as numeric, true as yes, 'ä😀'::text as text, null::text as nothing,
        timestamptz '2026-06-20 12:00:00Z' as whole, timestamptz '2026-06-20 14:00:00.1+02' as tenth,
        timestamptz '2026-06-20 12:00:00.123456Z' as micros, 'infinity'::timestamptz as never,
        '{"a":[1,null]}'::jsonb as jsonb, '[1]'::json as json,
        array[1,2]::bigint[] as bigs, array['a,"b"',null]::text[] as texts, array[true,false] as flags,
        array[timestamptz '2026-06-20 12:00:00Z'] as times, count(*) as count, '\\x00ff'::bytea as bytes,
        '6f9619ff-8b86-d011-b42d-00c04fc964ff'::uuid as uuid`,
    );
    expect(row).toEqual({
      big: 9007199254740991,
      small: 1,
      double: 1.25,
      numeric: 49.1833,
      yes: true,
      text: 'ä😀',
      nothing: null,
      whole: NOW,
      tenth: '2026-06-20T12:00:00.100Z',
      micros: '2026-06-20T12:00:00.123Z',
      never: 'infinity',
      jsonb: { a: [1, null] },
      json: [1],
      bigs: [1, 2],
      texts: ['a,"b"', null],
      flags: [true, false],
      times: [NOW],
      count: 1,
      bytes: Buffer.from([0, 255]),
      uuid: '6f9619ff-8b86-d011-b42d-00c04fc964ff',
    });
  });

  test('written values are read back, milliseconds included', async () => {
    const id = randomUUID();
    const time = '2026-06-20T12:00:00.123Z';
    await db.kysely
      .insertInto('users')
      .values({ id, name: "O'Neill", created_at: time, updated_at: NOW })
      .execute();
    const user = await db.kysely.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirst();
    expect(user).toMatchObject({
      name: "O'Neill",
      email: null,
      created_at: time,
      contact_visibility: 'everyone',
    });
  });

  test('times inside JSON have the same shape as outside', async () => {
    const id = await addUser(db);
    const [byHand] = await db.query<{ o: unknown }>(
      `select json_build_object('at', ${isoTimeSql('created_at')}) as o from users where id = $1`,
      [id],
    );
    expect(byHand?.o).toEqual({ at: NOW });
  });

  test('an update tells how many rows it changed', async () => {
    const id = await addUser(db);
    const change = db.kysely.updateTable('users').set({ name: 'Changed' });
    expect((await change.where('id', '=', id).executeTakeFirst()).numUpdatedRows).toBe(1n);
    expect((await change.where('id', '=', randomUUID()).executeTakeFirst()).numUpdatedRows).toBe(0n);
  });
});

describe('constraints', () => {
  test('a second row with the same key is a unique violation, by the name of its constraint', async () => {
    const id = await addUser(db);
    const error = await failure(
      db.kysely.insertInto('users').values({ id, created_at: NOW, updated_at: NOW }).execute(),
    );
    expect(isUniqueViolation(error)).toBe(true);
    expect(isUniqueViolation(error, 'users_pkey')).toBe(true);
    expect(isUniqueViolation(error, 'friendships_pair')).toBe(false);
    expect(isForeignKeyViolation(error) || isCheckViolation(error) || isUnavailable(error)).toBe(false);
  });

  test('foreign key and check violations are distinguished', async () => {
    const id = await addUser(db);
    const befriend = (addressee_id: string) =>
      failure(
        db.kysely
          .insertInto('friendships')
          .values({ id: randomUUID(), requester_id: id, addressee_id, created_at: NOW })
          .execute(),
      );
    expect(isForeignKeyViolation(await befriend(randomUUID()), 'friendships_addressee_id_fkey')).toBe(true);
    expect(isCheckViolation(await befriend(id))).toBe(true);
  });

  test('a failed statement leaves those sent beside it alone', async () => {
    const results = await Promise.allSettled([
      db.query('select 1 as n'),
      db.query('select 1/0 as n'),
      db.query('select nonsense'),
      db.query('select 2 as n'),
    ]);
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected', 'fulfilled']);
  });

  test('PERM-07 of two opposite first requests sent at once exactly one row is made', async () => {
    for (let round = 0; round < 20; round++) {
      const [one, other] = await Promise.all([addUser(db), addUser(db)]);
      const send = (requester_id: string, addressee_id: string) =>
        db.transaction((tx) =>
          tx.kysely
            .insertInto('friendships')
            .values({ id: randomUUID(), requester_id, addressee_id, created_at: NOW })
            .execute(),
        );
      const results = await Promise.allSettled([send(one, other), send(other, one)]);
      const refused = results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []));
      expect(refused).toHaveLength(1);
      expect(isUniqueViolation(refused[0], 'friendships_pair')).toBe(true);
      const pair = [one, other];
      expect(await db.query('select 1 from friendships where requester_id = any($1)', [pair])).toHaveLength(
        1,
      );
    }
  });
});

describe('transactions', () => {
  test('commit keeps, a throw takes back, and the error comes through', async () => {
    const kept = await db.transaction((tx) => addUser(tx, 'kept'));
    let lost = '';
    const boom = new Error('boom');
    const error = await failure(
      db.transaction(async (tx) => {
        lost = await addUser(tx, 'lost');
        throw boom;
      }),
    );
    expect(error).toBe(boom);
    expect(await nameOf(kept)).toBe('kept');
    expect(await nameOf(lost)).toBeUndefined();
  });

  test('a swallowed error of a statement does not pass for a commit', async () => {
    let id = '';
    const error = await failure(
      db.transaction(async (tx) => {
        id = await addUser(tx);
        await failure(tx.query('select 1/0'));
      }),
    );
    expect(error).toBeInstanceOf(TransactionAbortedError);
    expect(await nameOf(id)).toBeUndefined();
  });

  test('uncommitted changes are invisible to others', async () => {
    let id = '';
    let seen: Promise<string | undefined> | undefined;
    await failure(
      db.transaction(async (tx) => {
        id = await addUser(tx, 'half');
        seen = nameOf(id);
        await tx.query('select 1');
        throw new Error('no');
      }),
    );
    expect(await seen).toBeUndefined();
    expect(await nameOf(id)).toBeUndefined();
  });

  test('many at once: each is whole', async () => {
    const patient = await createTestDatabase();
    const id = await addUser(patient, '0');
    const add = () =>
      patient.transaction(async (tx) => {
        const [row] = await tx.query<{ name: string }>('select name from users where id = $1 for update', [
          id,
        ]);
        await tx.query('update users set name = $2 where id = $1', [id, String(Number(row?.name) + 1)]);
      });
    await Promise.all(Array.from({ length: 20 }, add));
    expect(await nameOf(id, patient)).toBe('20');
    await patient.close();
  });

  test('isolation and read-only are what was asked for', async () => {
    const show = (tx: Queryable) =>
      tx.query<{ level: string; ro: string }>(
        "select current_setting('transaction_isolation') as level, current_setting('transaction_read_only') as ro",
      );
    expect(await db.transaction(show)).toEqual([{ level: 'read committed', ro: 'off' }]);
    expect(await db.transaction(show, { isolation: 'serializable', readOnly: true })).toEqual([
      { level: 'serializable', ro: 'on' },
    ]);
    const write = failure(db.transaction((tx) => addUser(tx), { readOnly: true }));
    expect(await write).toMatchObject({ code: '25006' });
  });

  test('a serialization failure runs again as often as asked', async () => {
    let runs = 0;
    const clash = async (tx: Queryable) => {
      runs++;
      if (runs < 3) await tx.query("do $$ begin raise exception using errcode = '40001'; end $$");
      return runs;
    };
    expect(await db.transaction(clash, { isolation: 'serializable', retries: 2 })).toBe(3);
    runs = 0;
    expect(isSerializationFailure(await failure(db.transaction(clash, { retries: 1 })))).toBe(true);
  });

  test('statements after the end are refused, not run outside', async () => {
    let leaked: Queryable | undefined;
    await db.transaction(async (tx) => {
      leaked = tx;
      await tx.query('select 1');
    });
    expect(await failure(leaked?.query('select 1') ?? Promise.resolve())).toBeInstanceOf(
      TransactionAbortedError,
    );
  });

  test('kysely.transaction() points to the one way', async () => {
    const error = await failure(db.kysely.transaction().execute(async () => {}));
    expect(String(error)).toContain('database.transaction');
  });

  test('one that takes too long is rolled back and its connection serves on', async () => {
    let id = '';
    const error = await failure(
      db.transaction(async (tx) => {
        id = await addUser(tx);
        await new Promise(() => {});
      }),
    );
    expect(error).toBeInstanceOf(TransactionTimeoutError);
    expect(isUnavailable(error)).toBe(true);
    expect(await nameOf(id)).toBeUndefined();
  });

  test('a caller without a connection in time gets DatabaseBusyError', async () => {
    const hold = Promise.withResolvers<void>();
    const impatient = await createTestDatabase({ acquireTimeoutMs: 300 });
    const lanes = impatient.engine === 'pglite' ? 1 : 4;
    const held = Array.from({ length: lanes }, () => impatient.transaction(() => hold.promise));
    await expect(impatient.transaction(async () => {})).rejects.toBeInstanceOf(DatabaseBusyError);
    await expect(impatient.query('select 1')).rejects.toBeInstanceOf(DatabaseBusyError);
    hold.resolve();
    await Promise.all(held);
    await expect.poll(() => failure(impatient.query('select 1'))).toBeUndefined();
    await impatient.close();
  });
});

test.each(['53100', '53200'])(
  'OPS-06 a server out of disk or of memory (%s) is unavailable',
  async (code) => {
    const error = await failure(db.query(`do $$ begin raise 'full' using errcode = '${code}'; end $$`));
    expect(error).toMatchObject({ code });
    expect(isUnavailable(error)).toBe(true);
  },
);

test('simultaneous statements travel together and each gets its own answer', async () => {
  const answers = await Promise.all(
    Array.from({ length: 500 }, (_, n) => db.query<{ n: number }>('select $1::int as n', [n])),
  );
  expect(answers.map(([row]) => row?.n)).toEqual(Array.from({ length: 500 }, (_, n) => n));
});

test('values larger than any buffer on the way arrive whole', async () => {
  const large = 'ä'.repeat(3_000_000);
  const rows = await db.query<{ text: string; n: number }>(
    'select $1::text as text, n from generate_series(1, 2) as n',
    [large],
  );
  expect(rows.map(({ text }) => text === large)).toEqual([true, true]);
});

test('a connection that the server cuts off is replaced', async () => {
  if (db.engine === 'pglite') return;
  const cut = failure(db.query('select pg_terminate_backend(pg_backend_pid())'));
  expect(isUnavailable(await cut)).toBe(true);
  await expect.poll(() => failure(db.query('select 1'))).toBeUndefined();
});

test('a closed database rejects calls', async () => {
  const other = await createTestDatabase();
  await other.ready();
  await other.close();
  expect(isUnavailable(await failure(other.query('select 1')))).toBe(true);
  expect(isUnavailable(await failure(other.ready()))).toBe(true);
});
