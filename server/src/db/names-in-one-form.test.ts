import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { NAME_MAX } from '@hereabouts/contract/limits';
import { createTestDatabase } from '@hereabouts/testing/database';
import { expect, onTestFinished, test } from 'vitest';
import { MIGRATIONS_FOLDER } from './migrate.ts';

test('OPS-09 a migration brings names into one form, also those that become longer by it', async () => {
  const db = await createTestDatabase();
  onTestFinished(() => db.close());
  const names = ['Tom', 'Zoe\u0301', '\u0958'.repeat(NAME_MAX)];
  await db.query(
    'insert into users (id, name, created_at, updated_at) select gen_random_uuid(), name, now(), now() from unnest($1::text[]) name',
    [names],
  );
  const sql = await readFile(join(MIGRATIONS_FOLDER, '081-names-in-one-form.sql'), 'utf8');
  await db.query(sql);
  const rows = await db.query<{ name: string }>('select name from users order by name');
  const stored = new Set(rows.map(({ name }) => name));
  expect(stored).toEqual(new Set(['Tom', 'Zo\u00e9', '\u0915\u093c'.repeat(NAME_MAX / 2)]));
});
