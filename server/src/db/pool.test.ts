import { createTestDatabase } from '@hereabouts/testing/database';
import { expect, test } from 'vitest';

test('S40 however many transactions wait, single statements go on', async () => {
  const shared = await createTestDatabase({ poolSize: 5 });
  if (shared.engine === 'pglite') return await shared.close();
  const { promise: over, resolve: end } = Promise.withResolvers<void>();
  let running = 0;
  const transactions = Array.from({ length: 20 }, () =>
    shared.transaction(async () => {
      running += 1;
      await over;
    }),
  );
  await expect.poll(() => running).toBe(4);
  expect(await shared.query('select 1 as one')).toEqual([{ one: 1 }]);
  end();
  await Promise.all(transactions);
  expect(running).toBe(20);
  await shared.close();
});
