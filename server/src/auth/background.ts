import type { FastifyBaseLogger } from 'fastify';
import type { Clock } from '#server/clock.ts';
import { busy } from './http/wire-error.ts';

/** More work in flight is refused with 503. */
const IN_FLIGHT_MAX = 1_000;
const RETRY_AFTER_MS = [2_000, 30_000] as const;

export type Background = {
  /** Does not wait for `task`; failures are logged. @throws WireError 503 when too much is in flight */
  run(what: string, task: () => Promise<void>): void;
  deliver(what: string, task: () => Promise<void>): void;
  /** Resolves when nothing is in flight, pauses included. */
  idle(): Promise<void>;
  /** Cancels pauses and waits for running work. */
  close(): Promise<void>;
};

/** Work that a response must not wait for: its time would reveal known addresses, and slow mail servers. */
export function createBackground({ clock, log }: { clock: Clock; log: FastifyBaseLogger }): Background {
  const inFlight = new Set<Promise<void>>();
  const pauses = new Set<() => void>();
  let closed = false;

  const pause = (ms: number) =>
    new Promise<void>((resolve) => {
      const end = () => {
        cancel();
        pauses.delete(end);
        resolve();
      };
      const cancel = clock.after(ms, end);
      pauses.add(end);
    });

  const attempt = async (
    what: string,
    task: () => Promise<void>,
    pausesMs: readonly number[],
  ): Promise<void> => {
    try {
      await task();
    } catch (error) {
      const [pauseMs, ...later] = pausesMs;
      log.error({ err: error, again: pauseMs !== undefined && !closed }, `${what} failed`);
      if (pauseMs === undefined || closed) return;
      await pause(pauseMs);
      if (!closed) await attempt(what, task, later);
    }
  };

  const start = (what: string, task: () => Promise<void>, pausesMs: readonly number[]) => {
    if (inFlight.size >= IN_FLIGHT_MAX) throw busy();
    const work = attempt(what, task, pausesMs).finally(() => inFlight.delete(work));
    inFlight.add(work);
  };

  const idle = async () => {
    while (inFlight.size > 0) await Promise.all(inFlight);
  };

  return {
    run: (what, task) => start(what, task, []),
    deliver: (what, task) => start(what, task, RETRY_AFTER_MS),
    idle,
    async close() {
      closed = true;
      for (const end of pauses) end();
      await idle();
    },
  };
}
