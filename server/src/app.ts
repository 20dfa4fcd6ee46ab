import type { FastifyInstance } from 'fastify';
import { openAdminSocket } from '#server/admin/socket.ts';
import { createAuth } from '#server/auth/auth.ts';
import { serveAccountData } from '#server/features/account-data/routes.ts';
import { serveBlocks } from '#server/features/blocks/routes.ts';
import { registerChatTopic } from '#server/features/chat/realtime.ts';
import { listMembers } from '#server/features/chat/service.ts';
import { serveChat } from '#server/features/chat/routes.ts';
import { serveEvents } from '#server/features/events/routes.ts';
import { registerEventTopic } from '#server/features/events/realtime.ts';
import { serveFriendships } from '#server/features/friendships/routes.ts';
import { serveFriendLinks } from '#server/features/friend-links/routes.ts';
import { endFriendLink } from '#server/features/friend-links/service.ts';
import { serveInvites } from '#server/features/invites/routes.ts';
import { registerLiveTopic } from '#server/features/live/realtime.ts';
import { serveLive } from '#server/features/live/routes.ts';
import { listAudience, startLive } from '#server/features/live/service.ts';
import { serveNotifications } from '#server/features/notifications/routes.ts';
import { countUnread, startNotifications } from '#server/features/notifications/service.ts';
import { serveReports } from '#server/features/reports/routes.ts';
import { serveSessions } from '#server/features/sessions/routes.ts';
import { serveUploads } from '#server/features/uploads/routes.ts';
import { startUploadSweep } from '#server/features/uploads/service.ts';
import { registerUserTopic } from '#server/features/users/realtime.ts';
import { serveUsers } from '#server/features/users/routes.ts';
import { changeContact, createAccount } from '#server/features/users/service.ts';
import { createHttp, type TlsKeyPair } from '#server/http/http.ts';
import { serveHealth } from '#server/http/health.ts';
import { NOT_FOUND_AFTER_MS } from '#server/http/not-found-delay.ts';
import { serveOpenApi } from '#server/http/openapi.ts';
import { createRequestLimits } from '#server/http/request-limits.ts';
import { createRequestTurns } from '#server/http/request-turns.ts';
import { createServe } from '#server/http/serve.ts';
import { serveSettings } from '#server/http/settings.ts';
import { limitConnections } from '#server/http/connection-limits.ts';
import { serveWebApp } from '#server/http/web-app.ts';
import { createLivePositions } from '#server/live/live-positions.ts';
import { createMailer } from '#server/mail/mailer.ts';
import { createChatBudget } from '#server/rate-limits/chat-budget.ts';
import { openBus } from '#server/realtime/bus.ts';
import { attachRealtime } from '#server/realtime/realtime.ts';
import { createSms } from '#server/sms/sms.ts';
import { openStorage } from '#server/storage/open.ts';
import { registerTiles } from '#server/tiles/routes.ts';
import { createAnnounce } from './announcements.ts';
import { systemClock, type Clock } from './clock.ts';
import type { Config } from './config.ts';
import type { Context } from './context.ts';
import { prepareDataDir } from './data-dir.ts';
import type { Database } from './db/database.ts';
import { openDatabase } from './db/open.ts';
import { createLog, type LogTarget } from './log.ts';
import { createLookups } from './rate-limits/lookups.ts';
import { createChange } from './effects/change.ts';
import { Effects } from './effects/effects.ts';
import { createPerform } from './effects/perform.ts';
import { createThrottle } from './async/throttle.ts';
import { createSecurityLog } from './security-log.ts';
import { subscribers } from './subscribers.ts';

/** Parts a test or the demo puts in place of the usual ones. */
export type AppOverrides = {
  clock?: Clock;
  /** An open, migrated database; the app closes it when it stops. */
  db?: Database;
  /** See `ServeOptions`. */
  checkResponses?: boolean;
  /** See `NOT_FOUND_AFTER_MS`. */
  notFoundAfterMs?: number;
  /** Serves HTTPS itself, with this certificate and key (PEM), where no reverse proxy does. */
  tls?: TlsKeyPair;
  /** Takes the lines of the log instead of standard output. */
  logTo?: LogTarget;
};

export type App = {
  readonly context: Context;
  readonly http: FastifyInstance;
  /** Starts to listen and returns the origin, e.g. `http://127.0.0.1:3000`. */
  start(): Promise<string>;
  /** Stops accepting, drains sockets, finishes writes, closes the database. */
  stop(): Promise<void>;
};

/** How long answers under way may take once the app stops. */
const CONNECTION_GRACE_MS = 3_000;

/** Subject on the bus: a session that has ended in one process is refused by all. */
const SESSION_ENDED_SUBJECT = 'auth.session_ended';

/** Opens everything and wires it together; nothing listens yet. What was opened is closed again when a later part fails. */
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
  const { notFoundAfterMs = NOT_FOUND_AFTER_MS } = overrides;
  const log = createLog(config.logLevel, logTo);
  const securityLog = createSecurityLog(log, config);
  const { url } = config.database;
  prepareDataDir(config.dataDir, log);
  const options = {
    dataDir: config.dataDir,
    poolSize: config.database.poolSize,
    ...(url !== null && { url }),
  };
  const db = overrides.db ?? (await openDatabase(options, { clock, log }));
  closers.push(() => db.close());
  const storage = await openStorage(config, clock);
  closers.push(() => storage.close());
  const bus = await openBus(config.natsUrl, log);
  closers.push(() => bus.close());

  const mail = createMailer({ config, clock, log });
  const auth = await createAuth({
    config,
    clock,
    log,
    securityLog,
    db,
    mail,
    sms: createSms({ config, clock, log }),
    hooks: {
      userCreated: (tx, person, now) => createAccount(tx, person, now, config.defaultContactVisibility),
      userChanged: (tx, change, now) => changeContact(tx, change, now),
      userTakenOver: (tx, userId) => endFriendLink(tx, userId),
    },
  });
  closers.push(() => auth.close());
  const http = await createHttp(config, {
    log,
    securityLog,
    clock,
    databaseLagMs: () => db.lagMs(),
    notFoundAfterMs,
    tls,
  });
  const realtime = attachRealtime(http.server, {
    auth,
    clock,
    log,
    bus,
    limits: { notFoundAfterMs },
    publicUrl: config.publicUrl,
  });
  // Behind a proxy all connections come from the proxy, which reads the headers itself.
  if (config.trustedProxies === 0) limitConnections(http.server);
  const live = createLivePositions({ bus, clock, log });
  const throttle = createThrottle(clock);
  closers.push(() => throttle.stop());
  const lookups = createLookups({ perHour: config.lookupsPerHour }, clock);
  const turns = createRequestTurns(config.database.poolSize);
  const perform = createPerform({
    realtime,
    live,
    throttle,
    log,
    queries: {
      countUnread: (userIds) => countUnread({ db }, userIds),
      listChatMembers: (eventId) => listMembers({ db }, eventId),
      listLiveAudience: (eventId, userId) => listAudience({ db }, eventId, userId),
    },
  });
  const context: Context = {
    config,
    clock,
    log,
    securityLog,
    db,
    storage,
    realtime,
    live,
    auth,
    mail,
    throttle,
    lookups,
    heavyReads: turns.heavyReads,
    unindexedSearches: turns.unindexedSearches,
    chatBudget: createChatBudget(auth.sharedLimits),
    change: createChange(db, perform),
    perform,
    announce: createAnnounce(subscribers),
  };

  auth.onSessionEnded(({ sessionId }) => {
    bus.publish(SESSION_ENDED_SUBJECT, Buffer.from(sessionId));
    void perform(new Effects().endSession(sessionId));
  });
  await bus.subscribe(SESSION_ENDED_SUBJECT, (sessionId) => auth.sessionEnded(sessionId.toString()));

  registerUserTopic(context);
  registerEventTopic(context);
  registerChatTopic(context);
  registerLiveTopic(context);
  auth.onSessionRestricted((sessionId) => void perform(new Effects().endSession(sessionId)));
  const count = createRequestLimits(http, { writesPerMinute: config.writesPerMinute, clock });
  const serve = createServe(http, {
    authenticate: (token, options) => auth.authenticate(token, options),
    needsSecondFactor: (token) => auth.needsSecondFactor(token),
    count,
    turns,
    checkResponses,
  });
  serveHealth(http, context);
  serveOpenApi(http, config.version);
  serveSettings(config, serve);
  serveUsers(context, serve);
  serveFriendships(context, serve);
  serveFriendLinks(context, serve);
  serveEvents(context, serve);
  serveInvites(context, serve);
  serveChat(context, serve);
  serveLive(context, serve);
  serveNotifications(context, serve);
  serveBlocks(context, serve);
  closers.push(serveReports(context, serve));
  serveSessions(context, serve);
  serveAccountData(context, serve);
  serveUploads(context, serve, http);
  registerTiles(http, context);
  auth.routes(http);
  await serveWebApp(http, config);
  closers.push(startUploadSweep(context));
  closers.push(startNotifications(context));
  closers.push(startLive(context));

  return {
    context,
    http,
    async start() {
      const origin = await http.listen({ host: config.host, port: config.port });
      closers.push(await openAdminSocket(context));
      return origin;
    },
    async stop() {
      await realtime.drain();
      // Browsers open connections ahead of need; one that never asks for anything would be waited for.
      const cancelCut = clock.after(CONNECTION_GRACE_MS, () => http.server.closeAllConnections());
      await http.close();
      cancelCut();
      await closeAll();
    },
  };
}
