import { statfs } from 'node:fs/promises';
import type { FastifyInstance } from 'fastify';
import { openAdminSocket } from '#server/admin/socket.ts';
import { createAuth } from '#server/auth/auth.ts';
import { createHttp, type TlsKeyPair } from '#server/http/http.ts';
import { serveHealth } from '#server/http/health.ts';
import { listen, type Listening } from '#server/http/listen.ts';
import { NOT_FOUND_AFTER_MS } from '#server/http/not-found-delay.ts';
import { serveOpenApi } from '#server/http/openapi.ts';
import { createClientMemory, createHoldAnswer } from '#server/http/limits/request-memory.ts';
import { createRequestLimits } from '#server/http/limits/request-limits.ts';
import { isNewAccount } from '#server/accounts/new-accounts.ts';
import { createRequestTurns } from '#server/http/queues/request-turns.ts';
import { pagePolicy } from '#server/http/pages/security-headers.ts';
import { createServe } from '#server/http/serve.ts';
import { createStopping } from '#server/http/stopping.ts';
import { limitConnections } from '#server/http/limits/connection-limits.ts';
import { refuseCostlyRequests } from '#server/http/limits/costly-requests.ts';
import { firstDescription } from '#server/http/pages/page-tags.ts';
import { serveWebApp } from '#server/http/pages/web-app.ts';
import { createLivePositions } from '#server/live/live-positions.ts';
import { handleMails } from '#server/mail/mail-job.ts';
import { startSweepingOutbox } from '#server/mail/outbox.ts';
import { turnKey } from '#server/rate-limits/address-key.ts';
import { clientAddress } from '#server/http/client-address.ts';
import { createNewAccountsText } from '#server/rate-limits/new-accounts-text.ts';
import { createChatBudget } from '#server/rate-limits/chat-budget.ts';
import { createRateLimit } from '#server/rate-limits/memory-limit.ts';
import { NOTIFICATIONS } from '#server/rate-limits/policies.ts';
import { attachRealtime } from '#server/realtime/realtime.ts';
import { createPusher } from '#server/push/pusher.ts';
import type { PushNetwork } from '#server/push/transport.ts';
import { createSms } from '#server/sms/sms.ts';
import { createEmit } from './domain-events.ts';
import { systemClock, type Clock } from './clock.ts';
import type { Config } from './config.ts';
import { openConnections } from './connections.ts';
import type { Context } from './context.ts';
import { hasSpaceForNotes, prepareDataDir, requireDiskSpace } from './data-dir.ts';
import type { Database } from './db/database.ts';
import { features } from './features.ts';
import { reportIgnored } from './instance/ignored.ts';
import { startForgettingRemovals } from './instance/removal-notes.ts';
import { handleRemovals } from './instance/removals.ts';
import { createLog, type LogTarget } from './log.ts';
import { createMetrics, type Metrics } from './metrics.ts';
import { createLookups } from './rate-limits/lookups.ts';
import { createChange } from './effects/change.ts';
import { createKeep } from './effects/keep.ts';
import { createPerform } from './effects/perform.ts';
import { waitUntil } from './async/wait-until.ts';
import { createThrottle } from './async/throttle.ts';
import { createSecurityLog } from './security-log.ts';
import { sessionHooks, shareSessionEnds } from '#server/accounts/session-ends.ts';
import { accountHooks, effectQueries, subscribersOf } from './subscribers.ts';

export type AppOverrides = {
  clock?: Clock;
  db?: Database;
  checkResponses?: boolean;
  notFoundAfterMs?: number;
  /** PEM, for HTTPS without a reverse proxy. */
  tls?: TlsKeyPair;
  logTo?: LogTarget;
  pushNetwork?: PushNetwork;
  /** Reads the metrics of every process of a cluster. */
  metricsOfAll?: (own: Metrics) => () => Promise<string>;
  /** Serves a database that was moved away. */
  force?: boolean;
  webFolder?: string;
  /** For an operator's command without a server, which may lack its settings. */
  isCommand?: boolean;
};

export type App = {
  readonly context: Context;
  readonly http: FastifyInstance;
  start(): Promise<string>;
  /** `takeOverMs`: for so long it only announces that it stops, so that other processes take over. */
  stop(options?: { takeOverMs?: number }): Promise<void>;
  /** Resolves when it cannot go on, whatever comes back. */
  readonly lost: Promise<unknown>;
};

const CONNECTION_GRACE_MS = 3_000;

/** Does not listen yet. Closes what is open on a failure. */
export async function createApp(config: Config, overrides: AppOverrides = {}): Promise<App> {
  const closers: (() => unknown)[] = [];
  const closeAll = async () => {
    for (const close of closers.splice(0).toReversed()) await close();
  };
  try {
    return await assemble(config, overrides, closers, closeAll);
  } catch (error) {
    await closeAll();
    throw error;
  }
}

async function assemble(
  config: Config,
  overrides: AppOverrides,
  closers: (() => unknown)[],
  closeAll: () => Promise<void>,
): Promise<App> {
  const { clock = systemClock, checkResponses = false, tls = null, logTo } = overrides;
  const { notFoundAfterMs = NOT_FOUND_AFTER_MS, isCommand = false } = overrides;
  const log = createLog(config.logLevel, logTo);
  const metrics = createMetrics();
  const securityLog = createSecurityLog(log, config, clock);
  if (config.unknown.length > 0) log.warn({ settings: config.unknown }, 'these settings are not known');
  prepareDataDir(config.dataDir, log);
  if (config.database.url === null) requireDiskSpace(config.dataDir);
  reportIgnored(config, log);
  const { db, jobs, epoch, storage, bus, mail } = await openConnections(
    { config, clock, log, metrics },
    overrides,
    closers,
  );
  const lost = bus.lost.then((error) => log.fatal({ err: error }, 'the bus is lost for good: stopping'));
  handleMails(jobs, mail);
  handleRemovals(
    { jobs, storage, clock, metrics },
    {
      isNewAccount: (userId) => isNewAccount({ db, clock }, userId),
      hasSpace: async () => config.s3 !== null || hasSpaceForNotes(await statfs(config.dataDir)),
    },
  );
  closers.push(startForgettingRemovals({ clock, log, storage }));
  closers.push(startSweepingOutbox({ config, clock, log }));
  const keep = createKeep(bus);
  const auth = await createAuth({
    config,
    clock,
    log,
    securityLog,
    db,
    jobs,
    mail,
    sms: createSms({ config, clock, log }),
    hooks: {
      ...accountHooks({ config, jobs, clock, keep, perform: (after) => perform(after) }),
      ...sessionHooks(bus),
    },
    metrics,
    isCommand,
  });
  closers.push(() => auth.close());
  const pusher = createPusher({
    config,
    clock,
    metrics,
    secret: auth.deriveKey('push messages'),
    ...(overrides.pushNetwork && { network: overrides.pushNetwork }),
  });
  closers.push(() => pusher.close());
  const memory = createClientMemory();
  const http = await createHttp(config, {
    log,
    securityLog,
    clock,
    memory,
    databaseLagMs: (of, who) => db.lagMs(of, who),
    personOf: (headers) => auth.personOf(headers),
    notFoundAfterMs,
    tls,
  });
  const stopping = createStopping(http);
  const realtime = attachRealtime(http.server, {
    auth,
    clock,
    log,
    bus,
    limits: { notFoundAfterMs },
    publicUrl: config.publicUrl,
    unread: memory.unread,
    addressOf: (request) => turnKey(clientAddress(request, config.trustedProxies)),
    metrics,
  });
  // Behind a proxy all connections come from the proxy, which limits them itself.
  refuseCostlyRequests(http.server);
  if (config.trustedProxies === 0) limitConnections(http.server);
  const live = createLivePositions({ bus, clock, log });
  const throttle = createThrottle(clock);
  closers.push(() => throttle.stop());
  const lookups = createLookups({ perHour: config.lookupsPerHour }, clock);
  const turns = createRequestTurns(config.database.poolSize, db.engine === 'pglite');
  const perform = createPerform({
    realtime,
    live,
    throttle,
    clock,
    log,
    queries: effectQueries({ db }),
  });
  const newAccountsText = createNewAccountsText(auth.sharedLimits, {
    chars: config.newAccounts.textChars,
    isNew: (userId) => isNewAccount({ db, clock }, userId),
    clock,
  });
  const context: Context = {
    config,
    clock,
    epoch,
    log,
    securityLog,
    db,
    storage,
    realtime,
    live,
    auth,
    jobs,
    mail,
    pusher,
    throttle,
    holdAnswer: createHoldAnswer(memory),
    lookups,
    heavyReads: turns.heavyReads,
    catchUps: turns.catchUps,
    searches: turns.searches,
    chatBudget: createChatBudget(auth.sharedLimits, newAccountsText),
    newAccountsText,
    notificationBudget: createRateLimit(NOTIFICATIONS, clock),
    change: createChange(db, perform, keep),
    keep,
    perform,
    emit: createEmit(subscribersOf({ jobs, clock, config })),
  };

  await Promise.all([realtime.ready, shareSessionEnds(bus, auth)]);
  const count = createRequestLimits(http, { writesPerMinute: config.writesPerMinute, clock });
  const serve = createServe(http, {
    authenticate: (token, options) => auth.authenticate(token, options),
    needsSecondFactor: (token, from) => auth.needsSecondFactor(token, from),
    count,
    turns,
    checkResponses,
  });
  serveHealth(http, {
    ...context,
    bus,
    metrics,
    readMetrics: overrides.metricsOfAll?.(metrics) ?? (() => metrics.metrics()),
    isStopping: () => stopping.isStopping(),
  });
  serveOpenApi(http, config.version);
  for (const { routes, topic } of features) {
    if (topic) realtime.registerTopic(topic.kind, topic.handler(context));
    const stop = routes?.(context, serve, http);
    if (stop) closers.push(stop);
  }
  auth.routes(http);
  await serveWebApp(http, {
    publicUrl: config.publicUrl,
    epoch,
    policy: pagePolicy(config),
    ...(overrides.webFolder !== undefined && { folder: overrides.webFolder }),
    inTurn: turns.visits,
    describePage: firstDescription(features.flatMap(({ describePage }) => describePage?.(context) ?? [])),
  });
  for (const { start } of features) {
    const stop = start?.(context);
    if (stop) closers.push(stop);
  }
  jobs.start({ onlyOfCommands: isCommand });
  closers.push(() => jobs.stop());

  let listening: Listening | null = null;
  return {
    context,
    http,
    lost,
    async start() {
      listening = await listen(http, config);
      void mail.verify().catch((error: unknown) => {
        log.error({ err: error }, 'the mail server refuses SMTP_URL: mails wait until it accepts them');
      });
      closers.push(await openAdminSocket(context));
      return listening.origin;
    },
    async stop({ takeOverMs = 0 } = {}) {
      stopping.begin();
      await Promise.all([realtime.drain(), waitUntil(clock, clock.now() + takeOverMs)]);
      // Browsers preconnect: an unused connection would delay the shutdown.
      const cancelCut = clock.after(CONNECTION_GRACE_MS, () => http.server.closeAllConnections());
      await Promise.all([http.close(), listening?.close()]);
      cancelCut();
      await closeAll();
    },
  };
}
