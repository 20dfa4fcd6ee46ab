import type { Database } from '#server/db/database.ts';
import { createLocalBus, type Bus } from './local-bus.ts';
import { connectNatsBus, type BusLog } from './nats-bus.ts';
import { createAccessLosses, keepAccessLosses, type AccessLossParts } from './access-losses.ts';

export type { Bus };

type Parts = { db: Pick<Database, 'engine' | 'query'>; clock: AccessLossParts['clock'] };

/** NATS if a URL is given. @throws Error when its server cannot be reached at startup */
export async function openBus(natsUrl: string | null, log: BusLog, parts: Parts): Promise<Bus> {
  if (natsUrl !== null) return connectNatsBus(natsUrl, log, parts);
  return parts.db.engine === 'postgres' ? sharingDatabase(createLocalBus(), log, parts) : createLocalBus();
}

/** For one process without NATS: others may share its database, such as `npm run admin` elsewhere. */
function sharingDatabase(bus: Bus, log: BusLog, { db, clock }: Parts): Bus {
  const accessLosses = createAccessLosses({
    deliver: (loss) => bus.publishAccessLoss(loss),
    // A process frozen for so long has lost its clients anyway.
    onGap() {},
    db,
    clock,
    log,
  });
  return {
    ...bus,
    keep: keepAccessLosses,
    publishAccessLoss(loss) {
      accessLosses.hear(loss.key);
      bus.publishAccessLoss(loss);
    },
    async close() {
      accessLosses.close();
      await bus.close();
    },
  };
}
