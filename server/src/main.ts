import { createApp } from './app.ts';
import { systemClock } from './clock.ts';
import { readConfig } from './config.ts';

/** What is not finished by then is cut off. */
const STOP_MAX_MS = 9_000;

try {
  const config = readConfig();
  const app = await createApp(config);
  const origin = await app.start();
  process.stdout.write(`Hereabouts is at ${config.publicUrl ?? origin}\n`);

  const stop = async () => {
    systemClock.after(STOP_MAX_MS, () => process.exit(1));
    await app.stop();
    process.exit(0);
  };
  process.once('SIGINT', () => void stop());
  process.once('SIGTERM', () => void stop());
} catch (error) {
  // Whoever starts it reads this: the sentence matters, the stack only where there is no sentence.
  process.stderr.write(
    `Hereabouts could not start. ${error instanceof Error ? error.message : String(error)}\n`,
  );
  process.exit(1);
}
