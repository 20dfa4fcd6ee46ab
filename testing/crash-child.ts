import { systemClock } from '@hereabouts/server/clock';
import { openDatabase } from '@hereabouts/server/db/open';
import { silentLog } from './silent-log.ts';

/**
 * For the database's tests, which kill it: opens the DATA_DIR it is given, says so, and with `insert` adds people one
 * after the other in several lanes, writing each id to stdout once the database has acknowledged it.
 */
const LANES = 8;
const [, , dataDir = '', mode] = process.argv;
const db = await openDatabase({ dataDir }, { clock: systemClock, log: silentLog });
process.stdout.write('open\n');

async function insertForever(): Promise<never> {
  for (;;) {
    const id = crypto.randomUUID();
    const now = new Date(systemClock.now()).toISOString();
    await db.transaction(async (tx) => {
      await tx.query('insert into users (id, name, created_at, updated_at) values ($1, $2, $3, $3)', [
        id,
        id,
        now,
      ]);
      await tx.query('update users set updated_at = $2 where id = $1', [id, now]);
    });
    process.stdout.write(`${id}\n`);
  }
}
if (mode === 'insert') await Promise.all(Array.from({ length: LANES }, insertForever));
else process.stdin.resume();
