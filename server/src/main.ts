import cluster from 'node:cluster';
import { createApp } from './app.ts';
import { keepAlive, systemClock } from './clock.ts';
import { joinMetrics } from './cluster/metrics.ts';
import { readConfig } from './config.ts';
import { createPrivateFiles } from './data-dir.ts';
import { stopOnSignal } from './stop-on-signal.ts';

const TAKE_OVER_MS = 1_200;

createPrivateFiles();
try {
  const mayEnd = keepAlive();
  const config = readConfig();
  const app = await createApp(config, {
    force: process.argv.includes('--force'),
    ...(cluster.isWorker && { metricsOfAll: (own) => joinMetrics(own, systemClock) }),
  });
  const origin = await app.start();
  mayEnd();
  // Time for load balancers and clients to leave.
  const takeOverMs = config.natsUrl === null ? 0 : TAKE_OVER_MS;
  stopOnSignal({ stop: () => app.stop({ takeOverMs }), lost: app.lost });
  process.stdout.write(`Hereabouts is at ${config.publicUrl ?? origin}\n`);
} catch (error) {
  // The operator needs the message, the stack only without one.
  process.stderr.write(
    `Hereabouts could not start. ${error instanceof Error ? error.message : String(error)}\n`,
  );
  process.exit(1);
}
