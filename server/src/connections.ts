import type { Context } from './context.ts';
import type { Database } from './db/database.ts';
import { markElsewhere } from './db/embedded.ts';
import { isUnreachable } from './db/errors.ts';
import { openDatabase } from './db/open.ts';
import { openWhenAvailable } from './async/until-available.ts';
import { readEpoch } from './instance/epoch.ts';
import { sweepInterrupted } from './instance/interrupted.ts';
import { createJobs } from './jobs/jobs.ts';
import { createMailer } from './mail/mailer.ts';
import type { Metrics } from './metrics.ts';
import { BusUnreachableError } from './realtime/nats-bus.ts';
import { openBus, type Bus } from './realtime/bus.ts';
import { openStorage } from './storage/open.ts';

type Parts = Pick<Context, 'config' | 'clock' | 'log'> & { metrics: Metrics };
type Overrides = { db?: Database; force?: boolean; isCommand?: boolean };

/** Waits for a database or NATS server; a command, for whose answer somebody waits, fails without the database and does without NATS.
 * Adds to `closers` how each is closed. */
export async function openConnections(
  { config, clock, log, metrics }: Parts,
  { db: given, force = false, isCommand = false }: Overrides,
  closers: (() => unknown)[],
): Promise<Pick<Context, 'db' | 'jobs' | 'epoch' | 'storage' | 'mail'> & { bus: Bus }> {
  const { url, poolSize } = config.database;
  const options = { dataDir: config.dataDir, poolSize, force, ...(url !== null && { url }) };
  const opened =
    given ??
    (await openWhenAvailable('the database', () => openDatabase(options, { clock, log }), {
      clock,
      log,
      isUnreachable: (error) => !isCommand && url !== null && isUnreachable(error),
    }));
  closers.push(() => opened.close());
  if (opened.engine === 'postgres' && given === undefined && !isCommand) {
    await markElsewhere(config.dataDir).catch((error: unknown) => {
      log.warn({ err: error }, 'that Postgres is used could not be noted in DATA_DIR');
    });
  }
  const { jobs, db } = createJobs({ db: opened, clock, log, metrics });
  const epoch = await readEpoch(db);
  const storage = await openStorage(config, { clock, log, metrics });
  closers.push(() => storage.close());
  if (!isCommand) await sweepInterrupted({ config, db, storage, log });
  const connectBus = async () => {
    try {
      return await openBus(config.natsUrl, log, { db, clock });
    } catch (error) {
      if (!isCommand || !(error instanceof BusUnreachableError)) throw error;
      // The processes on Postgres find in the database what the command ends.
      return await openBus(null, log, { db, clock });
    }
  };
  const bus = await openWhenAvailable('the NATS server', connectBus, {
    clock,
    log,
    isUnreachable: (error) => error instanceof BusUnreachableError,
  });
  closers.push(() => bus.close());
  const mail = createMailer({ config, clock, log });
  closers.push(() => mail.close());
  return { db, jobs, epoch, storage, bus, mail };
}
