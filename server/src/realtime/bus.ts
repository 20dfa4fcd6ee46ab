import { createLocalBus, type Bus } from './local-bus.ts';
import { connectNatsBus, type BusLog } from './nats-bus.ts';

export type { Bus };

/**
 * The bus of this instance: NATS where an address is given, else in process.
 * @throws Error when the NATS server cannot be reached at the start.
 */
export async function openBus(natsUrl: string | null, log: BusLog): Promise<Bus> {
  return natsUrl === null ? createLocalBus() : connectNatsBus(natsUrl, log);
}
