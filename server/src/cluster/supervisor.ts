import { MINUTE_MS, SECOND_MS } from '@hereabouts/contract/durations';
import type { Clock } from '#server/clock.ts';

export type Child = {
  readonly pid: number;
  onListening(listener: () => void): void;
  onExit(listener: (code: number | null) => void): void;
  signal(signal: 'SIGTERM' | 'SIGKILL'): void;
};

export type SupervisorParts = {
  fork: () => Child;
  count: number;
  clock: Clock;
  say: (text: string) => void;
};

export type Supervisor = {
  /** Whether all listen: false when a stop came first. @throws Error when the first one ends before */
  start(): Promise<boolean>;
  /** One after the other; the new one listens before the old one stops. Asked for meanwhile, it runs once more. */
  roll(): Promise<void>;
  stop(): Promise<void>;
};

const RESTART_MIN_MS = SECOND_MS;
const RESTART_MAX_MS = 30 * SECOND_MS;
/** A process that has run for so long is restarted after the shortest pause. */
const STEADY_MS = MINUTE_MS;
/** Longer than a process takes to stop. */
const STOP_MAX_MS = 12 * SECOND_MS;

/** Restarts a process that ends, each time after twice as long. */
export function createSupervisor({ fork, count, clock, say }: SupervisorParts): Supervisor {
  const running = new Map<Child, Promise<void>>();
  const retiring = new Set<Child>();
  /** Of a child that has ended: cancels the start of another one. */
  const restarts = new Map<Child, () => void>();
  let pauseMs = RESTART_MIN_MS;
  let state: 'starting' | 'running' | 'stopping' = 'starting';
  let rolling: Promise<void> | null = null;
  let isRollWanted = false;
  // TypeScript does not see that it changes meanwhile.
  const isStopping = () => state === 'stopping';

  const launch = (): { child: Child; listening: Promise<boolean> } => {
    const child = fork();
    const startedMs = clock.now();
    const ended = new Promise<void>((gone) =>
      child.onExit((code) => {
        running.delete(child);
        gone();
        if (!retiring.delete(child) && state === 'running') restart(child, code, startedMs);
      }),
    );
    running.set(child, ended);
    const listening = new Promise<true>((resolve) => child.onListening(() => resolve(true)));
    return { child, listening: Promise.race([listening, ended.then(() => false)]) };
  };

  const restart = (child: Child, code: number | null, startedMs: number) => {
    if (clock.now() - startedMs >= STEADY_MS) pauseMs = RESTART_MIN_MS;
    say(
      `Process ${child.pid} has ended (${code ?? 'killed'}); another one starts in ${pauseMs / SECOND_MS} s`,
    );
    const cancel = clock.after(pauseMs, () => {
      restarts.delete(child);
      if (state === 'running') launch();
    });
    restarts.set(child, cancel);
    pauseMs = Math.min(pauseMs * 2, RESTART_MAX_MS);
  };

  const retire = async (child: Child) => {
    const ended = running.get(child);
    if (ended === undefined) return;
    retiring.add(child);
    child.signal('SIGTERM');
    const cancelCut = clock.after(STOP_MAX_MS, () => child.signal('SIGKILL'));
    await ended;
    cancelCut();
  };

  /** `old` may have ended meanwhile: then it has been restarted, or is going to be. */
  const replace = async (old: Child, child: Child) => {
    retiring.delete(child);
    const cancelRestart = restarts.get(old);
    cancelRestart?.();
    if (restarts.delete(old)) return;
    await retire(running.has(old) ? old : child);
  };

  const rollAll = async () => {
    for (const old of Array.from(running.keys())) {
      if (state !== 'running') return;
      if (!running.has(old)) continue;
      const { child, listening } = launch();
      retiring.add(child);
      if (!(await listening)) {
        say('The new process ended before it listened: the old ones go on');
        return;
      }
      await replace(old, child);
    }
    say('Every process has been replaced');
  };

  const rollAsWanted = async () => {
    while (isRollWanted) {
      isRollWanted = false;
      await rollAll();
    }
    rolling = null;
  };

  return {
    async start() {
      // The first process prepares the database.
      const listens = await launch().listening;
      if (isStopping()) return false;
      if (!listens) throw new Error('The first process has ended before it listened: see above');
      state = 'running';
      await Promise.all(Array.from({ length: count - 1 }, () => launch().listening));
      return !isStopping();
    },
    async roll() {
      if (state !== 'running') return;
      isRollWanted = true;
      rolling ??= rollAsWanted();
      await rolling;
    },
    async stop() {
      state = 'stopping';
      await Promise.all([...running.keys()].map(retire));
    },
  };
}
