import { systemClock } from './clock.ts';

/** Then the rest is cut off. */
const STOP_MAX_MS = 9_000;

export function stopOnSignal(app: { stop(): Promise<void> }): void {
  let isStopping = false;
  const stop = async () => {
    // Ctrl+C reaches a process of a cluster twice: from the terminal and from the supervisor.
    if (isStopping) return;
    isStopping = true;
    systemClock.after(STOP_MAX_MS, () => process.exit(1));
    await app.stop();
    process.exit(0);
  };
  process.on('SIGINT', () => void stop());
  process.on('SIGTERM', () => void stop());
}
