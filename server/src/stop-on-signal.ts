import { systemClock } from './clock.ts';

/** Then the rest is cut off. */
const STOP_MAX_MS = 9_000;

export function stopOnSignal(app: { stop(): Promise<void> }): void {
  const stop = async () => {
    systemClock.after(STOP_MAX_MS, () => process.exit(1));
    await app.stop();
    process.exit(0);
  };
  process.once('SIGINT', () => void stop());
  process.once('SIGTERM', () => void stop());
}
