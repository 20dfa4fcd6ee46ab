import { constants } from 'node:fs';
import { access, statfs } from 'node:fs/promises';
import { SECOND_MS } from '@hereabouts/contract/durations';
import { ERROR_TEXTS } from '@hereabouts/contract/errors';
import type { FastifyInstance } from 'fastify';
import { createLastKnown } from '#server/async/last-known.ts';
import type { Context } from '#server/context.ts';
import type { Bus } from '#server/realtime/bus.ts';
import { isDiskFull } from '#server/data-dir.ts';
import { NEVER_OVERLOADED } from './limits/request-limits.ts';
import { HttpError } from './errors.ts';

/** Load balancers wait a second; a busy database may take longer. */
const LAST_KNOWN = { waitMs: 200, forMs: 3 * SECOND_MS };

type Dependency = {
  name: 'database' | 'bus' | 'disk' | 'pictures';
  isNeeded: boolean;
  check: () => Promise<unknown>;
};

export type ReadinessContext = Pick<Context, 'config' | 'clock' | 'db' | 'storage' | 'log'> & {
  bus: Pick<Bus, 'isConnected'>;
  /** 503 before connections are refused, so that a load balancer stops using the process. */
  isStopping: () => boolean;
};

type Missing = readonly (Dependency & { error: unknown })[];

/** 503 while the process cannot serve; without S3 alone it stays ready (OPS-06), and when busy: else others would get its
 * load. */
export function serveReadiness(app: FastifyInstance, ctx: ReadinessContext): void {
  const dependencies = dependenciesOf(ctx);
  let reported = '';
  // Shared: anybody may call `/readyz`, and each look takes a statement.
  const findMissing = createLastKnown(ctx.clock, LAST_KNOWN, async (): Promise<Missing> => {
    const results = await Promise.all(
      dependencies.map(async (dependency) => {
        const error = await dependency.check().then(
          () => null,
          (cause: unknown) => cause,
        );
        return error === null ? [] : [{ ...dependency, error }];
      }),
    );
    return results.flat();
  });
  app.get('/readyz', NEVER_OVERLOADED, async () => {
    if (ctx.isStopping()) throw new HttpError('unavailable', 'The server is stopping');
    const missing = await findMissing();
    const names = missing.map(({ name }) => name);
    if (names.join() !== reported) {
      reported = names.join();
      if (names.length === 0) ctx.log.info('everything needed is available');
      else ctx.log.warn({ missing: names, err: missing[0]?.error }, 'something needed is missing');
    }
    if (missing.some(({ isNeeded }) => isNeeded)) {
      throw new HttpError('unavailable', `${ERROR_TEXTS.unavailable} Missing: ${names.join(', ')}`);
    }
    return { status: 'ready', missing: names };
  });
}

const dependenciesOf = ({ config, db, storage, bus }: ReadinessContext): Dependency[] => [
  { name: 'database', isNeeded: true, check: () => db.ready() },
  {
    name: 'bus',
    isNeeded: true,
    check: async () => {
      if (!bus.isConnected()) throw new Error('The bus is lost');
    },
  },
  { name: 'disk', isNeeded: true, check: () => checkDisk(config.dataDir) },
  config.s3 === null
    ? { name: 'pictures', isNeeded: true, check: () => storage.ready() }
    : { name: 'pictures', isNeeded: false, check: asKnown(() => storage.ready()) },
];

/** The last result, and starts the next check: a load balancer drops a process that waits for an optional service. */
function asKnown(check: () => Promise<unknown>): () => Promise<void> {
  let failure: { error: unknown } | null = null;
  let isRunning = false;
  const look = async () => {
    isRunning = true;
    failure = await check().then(
      () => null,
      (error: unknown) => ({ error }),
    );
    isRunning = false;
  };
  return async () => {
    if (!isRunning) void look();
    if (failure !== null) throw failure.error;
  };
}

/** @throws Error when read-only or full */
async function checkDisk(folder: string): Promise<void> {
  await access(folder, constants.W_OK);
  if (isDiskFull(await statfs(folder))) throw new Error('The disk is full');
}
