import { timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { ERROR_MESSAGES } from '@hereabouts/contract/errors';
import type { Context } from '#server/context.ts';
import { HttpError, notFound } from './errors.ts';

const LATENCY_BUCKETS_S = [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5];
const LOOPBACK = /^(127\.|::1$|::ffff:127\.)/;

/** Also when there is too much to do: a busy process is not to be taken for a dead one, and its numbers are wanted most then. */
const ALWAYS_ANSWERED = { config: { pressureHandler: () => {} } };

type HealthContext = Pick<Context, 'config' | 'db' | 'storage' | 'realtime'>;

/** `/healthz`: the process lives. `/readyz`: it can do its work. `/metrics`: Prometheus, for the operator only. */
export function serveHealth(app: FastifyInstance, ctx: HealthContext): void {
  app.get('/healthz', ALWAYS_ANSWERED, async () => ({ status: 'ok' }));
  app.get('/readyz', async () => {
    await Promise.all([ctx.db.ready(), ctx.storage.ready()]).catch(() => {
      throw new HttpError('unavailable', ERROR_MESSAGES.unavailable);
    });
    return { status: 'ready' };
  });

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
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'unknown';
    latency.labels(request.method, route, String(reply.statusCode)).observe(reply.elapsedTime / 1000);
  });

  app.get('/metrics', ALWAYS_ANSWERED, async (request, reply) => {
    if (!mayReadMetrics(request, ctx.config.metricsToken)) {
      throw notFound();
    }
    return reply.type(registry.contentType).send(await registry.metrics());
  });
}

/** The operator's token, or this machine itself; a request that came through a proxy is not from this machine. */
function mayReadMetrics(request: FastifyRequest, token: string | null): boolean {
  if (token !== null) {
    const given = Buffer.from(request.headers.authorization ?? '');
    const wanted = Buffer.from(`Bearer ${token}`);
    return given.length === wanted.length && timingSafeEqual(given, wanted);
  }
  const proxied = request.headers['x-forwarded-for'] ?? request.headers['forwarded'];
  return proxied === undefined && LOOPBACK.test(request.socket.remoteAddress ?? '');
}
