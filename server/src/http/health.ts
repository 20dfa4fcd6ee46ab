import { timingSafeEqual } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Context } from '#server/context.ts';
import { notFound } from './errors.ts';
import { serveReadiness, type ReadinessContext } from './readiness.ts';
import { NEVER_OVERLOADED } from './request-limits.ts';

const LATENCY_BUCKETS_S = [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5];

type HealthContext = ReadinessContext & Pick<Context, 'jobs' | 'realtime'>;

/** `/healthz`: liveness, `/readyz`: readiness, `/metrics`: Prometheus. */
export function serveHealth(app: FastifyInstance, ctx: HealthContext): void {
  // A busy process is alive, and its metrics matter most then.
  app.get('/healthz', NEVER_OVERLOADED, async () => ({ status: 'ok' }));
  serveReadiness(app, ctx);

  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const latency = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time to answer, by route and status',
    labelNames: ['method', 'route', 'status'],
    buckets: LATENCY_BUCKETS_S,
    registers: [registry],
  });
  const connections = new Gauge({
    name: 'realtime_connections',
    help: 'Open sockets',
    registers: [],
    collect() {
      this.set(ctx.realtime.connectionCount());
    },
  });
  registry.registerMetric(connections);
  registry.registerMetric(ctx.jobs.results);
  registry.registerMetric(
    new Gauge({
      name: 'jobs_waiting',
      help: 'Jobs not done yet, by kind',
      labelNames: ['kind'],
      registers: [],
      async collect() {
        this.reset();
        for (const { kind, waiting } of await ctx.jobs.countWaiting().catch(() => []))
          this.set({ kind }, waiting);
      },
    }),
  );
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'unknown';
    latency.labels(request.method, route, String(reply.statusCode)).observe(reply.elapsedTime / 1000);
  });

  app.get('/metrics', NEVER_OVERLOADED, async (request, reply) => {
    if (!mayReadMetrics(request.headers.authorization, ctx.config.metricsToken)) {
      throw notFound();
    }
    return reply.type(registry.contentType).send(await registry.metrics());
  });
}

/** The operator's token, also from loopback: the request may come through a proxy. */
function mayReadMetrics(authorization = '', token: string | null): boolean {
  if (token === null) return false;
  const given = Buffer.from(authorization);
  const wanted = Buffer.from(`Bearer ${token}`);
  return given.length === wanted.length && timingSafeEqual(given, wanted);
}
