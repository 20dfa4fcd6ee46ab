import { expect, inject, test } from 'vitest';
import { createPostgresDatabase } from '@hereabouts/testing/database';
import { silentLog } from '@hereabouts/testing/silent-log';
import { systemClock } from '#server/clock.ts';
import { isUnavailable } from './errors.ts';
import { openDatabase } from './open.ts';

test.skipIf(process.env['TEST_DB'] !== 'postgres')(
  'OPS-06 a connection to a server that has become a standby is given up: a new one reaches its successor',
  async () => {
    const url = await createPostgresDatabase(inject('testDatabase').url);
    const db = await openDatabase({ dataDir: '', url, poolSize: 1 }, { clock: systemClock, log: silentLog });
    const write = () => db.query('delete from live_sharing').then(() => null);
    // Of this session only: as with a server that was demoted, the next one may write.
    await db.query('set default_transaction_read_only = on');
    const refusal = await write().catch((error: unknown) => error);
    expect(refusal).toMatchObject({ code: '25006' });
    expect(isUnavailable(refusal)).toBe(true);
    await expect.poll(() => write().catch((error: Error) => error.message)).toBe(null);

    await db.query('set default_transaction_read_only = on');
    const changing = db.transaction((tx) => tx.query('delete from live_sharing'));
    expect(isUnavailable(await changing.catch((error: unknown) => error))).toBe(true);
    await expect.poll(() => write().catch((error: Error) => error.message)).toBe(null);
    await db.close();
  },
);
