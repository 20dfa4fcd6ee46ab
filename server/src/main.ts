import { createApp } from './app.ts';
import { keepAlive } from './clock.ts';
import { readConfig } from './config.ts';
import { createPrivateFiles } from './data-dir.ts';
import { stopOnSignal } from './stop-on-signal.ts';

createPrivateFiles();
try {
  const mayEnd = keepAlive();
  const config = readConfig();
  const app = await createApp(config, { force: process.argv.includes('--force') });
  const origin = await app.start();
  mayEnd();
  stopOnSignal(app);
  process.stdout.write(`Hereabouts is at ${config.publicUrl ?? origin}\n`);
} catch (error) {
  // The operator needs the message; the stack only without one.
  process.stderr.write(
    `Hereabouts could not start. ${error instanceof Error ? error.message : String(error)}\n`,
  );
  process.exit(1);
}
