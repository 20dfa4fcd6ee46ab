import { createLocalBus, type Bus } from './local-bus.ts';
import { connectNatsBus, type BusLog } from './nats-bus.ts';
import type { RevocationParts } from './revocations.ts';

export type { Bus };

/** NATS if a URL is given, otherwise in process. @throws Error when the NATS server cannot be reached at startup. */
export async function openBus(
  natsUrl: string | null,
  log: BusLog,
  parts: Pick<RevocationParts, 'db' | 'clock'>,
): Promise<Bus> {
  return natsUrl === null ? createLocalBus() : connectNatsBus(natsUrl, log, parts);
}
