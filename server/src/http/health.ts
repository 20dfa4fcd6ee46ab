import { timingSafeEqual } from 'node:crypto';
import { statfs } from 'node:fs/promises';
import { SECOND_MS } from '@hereabouts/contract/durations';
import type { FastifyInstance } from 'fastify';
import { collectDefaultMetrics, Histogram } from 'prom-client';
import { createFresh } from '#server/async/fresh.ts';
import type { Context } from '#server/context.ts';
import { lastBackupMs } from '#server/instance/last-backup.ts';
import { gauge, gauges, type Metrics } from '#server/metrics.ts';
import { notFound } from './errors.ts';
import { serveReadiness, type ReadinessContext } from './readiness.ts';
import { NEVER_OVERLOADED } from '#server/http/limits/request-limits.ts';
import { routeOf } from './request-log.ts';

const JOBS_COUNTED_FOR_MS = 15 * SECOND_MS;
const LATENCY_BUCKETS_S = [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5];

type HealthContext = ReadinessContext &
  Pick<Context, 'clock' | 'jobs' | 'realtime'> & { metrics: Metrics; readMetrics: () => Promise<string> };

export function serveHealth(app: FastifyInstance, ctx: HealthContext): void {
  // A busy process is alive, and its metrics matter most then.
  app.get('/healthz', NEVER_OVERLOADED, async () => ({ status: 'ok' }));
  serveReadiness(app, ctx);

  const { metrics } = ctx;
  collectDefaultMetrics({ register: metrics });
  const latency = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time to answer, by route and status',
    labelNames: ['method', 'route', 'status'],
    buckets: LATENCY_BUCKETS_S,
    registers: [metrics],
  });
  app.addHook('onResponse', async (request, reply) => {
    const labels = [request.method, routeOf(request), String(reply.statusCode)] as const;
    latency.labels(...labels).observe(reply.elapsedTime / 1_000);
  });
  reportState(ctx);

  app.get('/metrics', NEVER_OVERLOADED, async (request, reply) => {
    if (!mayReadMetrics(request.headers.authorization, ctx.config.metricsToken)) {
      throw notFound();
    }
    return reply.type(metrics.contentType).send(await ctx.readMetrics());
  });
}

function reportState({ metrics, clock, config, db, jobs, realtime, bus }: HealthContext): void {
  gauge(metrics, 'realtime_connections', 'Open sockets', () => realtime.connectionCount());
  gauges(metrics, { name: 'realtime_members', help: 'Joined topics of sockets', label: 'topic' }, () =>
    realtime.memberCounts(),
  );
  gauges(
    metrics,
    {
      name: 'database_connections',
      help: 'Connections to the database, and those of transactions',
      label: 'state',
    },
    () => {
      const { open, leased } = db.pool();
      return [
        ['open', open],
        ['leased', leased],
      ];
    },
  );
  gauge(
    metrics,
    'database_waiting',
    'Statements and transactions that wait for a connection',
    () => db.pool().waiting,
  );
  gauge(
    metrics,
    'database_lag_seconds',
    'How long the statement waits that has waited longest for an answer or a connection',
    () => db.lagMs('all') / 1_000,
  );
  gauge(metrics, 'bus_connected', 'Whether messages of other processes arrive', () =>
    Number(bus.isConnected()),
  );
  const startedMs = clock.now();
  const snapshotHelp = 'Since the last snapshot of the embedded database, or the start where there is none';
  gauge(metrics, 'snapshot_age_seconds', snapshotHelp, () =>
    db.snapshots === undefined ? null : (clock.now() - (db.snapshots.lastAtMs() ?? startedMs)) / 1_000,
  );
  gauge(
    metrics,
    'backup_age_seconds',
    'Since npm run backup was last complete, with this DATA_DIR',
    async () => {
      const atMs = await lastBackupMs(config.dataDir);
      return atMs === null ? null : (clock.now() - atMs) / 1_000;
    },
  );
  gauge(metrics, 'data_dir_free_bytes', 'Left on the disk of DATA_DIR', async () => {
    const { bavail, bsize } = await statfs(config.dataDir);
    return bavail * bsize;
  });
  gauge(metrics, 'data_dir_free_files', 'Left on the disk of DATA_DIR, if it limits them', async () => {
    const { files, ffree } = await statfs(config.dataDir);
    return files > 0 ? ffree : null;
  });
  const countWaiting = createFresh(clock, JOBS_COUNTED_FOR_MS, () => jobs.countWaiting());
  gauges(metrics, { name: 'jobs_waiting', help: 'Jobs not done yet', label: 'kind' }, async () =>
    (await countWaiting()).map(({ kind, waiting }) => [kind, waiting] as const),
  );
  const overdueHelp = 'Jobs whose time has come, or that failed and will be tried again';
  gauges(metrics, { name: 'jobs_overdue', help: overdueHelp, label: 'kind' }, async () =>
    (await countWaiting()).map(({ kind, overdue }) => [kind, overdue] as const),
  );
}

/** The token is required also from loopback: the request may come through a proxy. */
function mayReadMetrics(authorization = '', token: string | null): boolean {
  if (token === null) return false;
  const given = Buffer.from(authorization);
  const wanted = Buffer.from(`Bearer ${token}`);
  return given.length === wanted.length && timingSafeEqual(given, wanted);
}
