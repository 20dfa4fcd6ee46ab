import { systemClock } from './clock.ts';

/** What has not ended by then is cut off. */
const STOP_MAX_MS = 9_000;

/** `lost`: resolves when the process cannot go on; its supervisor starts another one. */
export function stopOnSignal(app: { stop(): Promise<void>; lost?: Promise<unknown> }): void {
  let isStopping = false;
  const stop = async (exitCode: number) => {
    // Ctrl+C reaches a process of a cluster twice.
    if (isStopping) return;
    isStopping = true;
    systemClock.after(STOP_MAX_MS, () => process.exit(1));
    await app.stop();
    process.exit(exitCode);
  };
  process.on('SIGINT', () => void stop(0));
  process.on('SIGTERM', () => void stop(0));
  void app.lost?.then(() => stop(1));
}
