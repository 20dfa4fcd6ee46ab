import type { FastifyBaseLogger } from 'fastify';
import { busy } from './http/wire-error.ts';

/** More work in flight is refused with 503. */
const IN_FLIGHT_MAX = 1_000;

export type Background = {
  /** Does not wait for `task`; failures are logged. @throws WireError 503 when too much is in flight */
  run(what: string, task: () => Promise<void>): void;
  /** Resolves when nothing is in flight. */
  idle(): Promise<void>;
};

/** Work that a response must not wait for: its time would reveal known addresses. */
export function createBackground(log: Pick<FastifyBaseLogger, 'error'>): Background {
  const inFlight = new Set<Promise<void>>();
  return {
    run(what, task) {
      if (inFlight.size >= IN_FLIGHT_MAX) throw busy();
      const work = task()
        .catch((error: unknown) => log.error({ err: error }, `${what} failed`))
        .finally(() => inFlight.delete(work));
      inFlight.add(work);
    },
    async idle() {
      while (inFlight.size > 0) await Promise.all(inFlight);
    },
  };
}
