import { systemClock } from './clock.ts';

/** What is not finished by then is cut off. */
const STOP_MAX_MS = 9_000;

/** Ends the process in an orderly way on SIGINT or SIGTERM. */
export function stopOnSignal(app: { stop(): Promise<void> }): void {
  const stop = async () => {
    systemClock.after(STOP_MAX_MS, () => process.exit(1));
    await app.stop();
    process.exit(0);
  };
  process.once('SIGINT', () => void stop());
  process.once('SIGTERM', () => void stop());
}
