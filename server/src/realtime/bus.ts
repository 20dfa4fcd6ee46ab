import type { Database } from '#server/db/database.ts';
import { createLocalBus, type Bus } from './local-bus.ts';
import { connectNatsBus, type BusLog } from './nats-bus.ts';
import { keepRevocations, startSweepingRevocations, type RevocationParts } from './revocations.ts';

export type { Bus };

type Parts = { db: Pick<Database, 'engine' | 'query'>; clock: RevocationParts['clock'] };

/** NATS if a URL is given, otherwise in process. @throws Error when the NATS server cannot be reached at startup. */
export async function openBus(natsUrl: string | null, log: BusLog, parts: Parts): Promise<Bus> {
  if (natsUrl !== null) return connectNatsBus(natsUrl, log, parts);
  return parts.db.engine === 'postgres' ? keepingForOthers(createLocalBus(), log, parts) : createLocalBus();
}

/** Processes that this one does not know of may share the database: `npm run admin` has no NATS_URL on another machine. */
function keepingForOthers(bus: Bus, log: BusLog, parts: Parts): Bus {
  const stopSweeping = startSweepingRevocations(parts, (error) =>
    log.warn({ err: error }, 'old revocations cannot be deleted'),
  );
  return {
    ...bus,
    keep: keepRevocations,
    async close() {
      stopSweeping();
      await bus.close();
    },
  };
}
