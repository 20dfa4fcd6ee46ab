import { mkdir } from 'node:fs/promises';
import type { FastifyInstance } from 'fastify';
import { openAdminSocket } from '#server/admin/socket.ts';
import { createAuth } from '#server/auth/auth.ts';
import { serveAccountData } from '#server/features/account-data/routes.ts';
import { serveBlocks } from '#server/features/blocks/routes.ts';
import { registerChatTopic } from '#server/features/chat/realtime.ts';
import { serveChat } from '#server/features/chat/routes.ts';
import { serveEvents } from '#server/features/events/routes.ts';
import { registerEventTopic } from '#server/features/events/realtime.ts';
import { serveFriendships } from '#server/features/friendships/routes.ts';
import { serveFriendLinks } from '#server/features/friend-links/routes.ts';
import { serveInvites } from '#server/features/invites/routes.ts';
import { registerLiveTopic } from '#server/features/live/realtime.ts';
import { serveLive } from '#server/features/live/routes.ts';
import { startLive } from '#server/features/live/service.ts';
import { serveNotifications } from '#server/features/notifications/routes.ts';
import { startNotifications } from '#server/features/notifications/service.ts';
import { serveReports } from '#server/features/reports/routes.ts';
import { serveUploads } from '#server/features/uploads/routes.ts';
import { startUploadSweep } from '#server/features/uploads/service.ts';
import { registerUserTopic } from '#server/features/users/realtime.ts';
import { serveUsers } from '#server/features/users/routes.ts';
import { changeContact, createAccount } from '#server/features/users/service.ts';
import { createHttp, type TlsKeyPair } from '#server/http/http.ts';
import { serveHealth } from '#server/http/health.ts';
import { serveOpenApi } from '#server/http/openapi.ts';
import { createServe } from '#server/http/serve.ts';
import { serveSettings } from '#server/http/settings.ts';
import { serveWebApp } from '#server/http/web-app.ts';
import { createLivePositions } from '#server/live/live-positions.ts';
import { createMailer } from '#server/mail/mailer.ts';
import { openBus } from '#server/realtime/bus.ts';
import { attachRealtime } from '#server/realtime/realtime.ts';
import { createSms } from '#server/sms/sms.ts';
import { openStorage } from '#server/storage/open.ts';
import { registerTiles } from '#server/tiles/routes.ts';
import { systemClock, type Clock } from './clock.ts';
import type { Config } from './config.ts';
import type { Context } from './context.ts';
import type { Database } from './db/database.ts';
import { openDatabase } from './db/open.ts';
import { createLog } from './log.ts';
import { createPace } from './pace.ts';

/** Parts a test or the demo puts in place of the usual ones. */
export type AppOverrides = {
  clock?: Clock;
  /** An open, migrated database; the app closes it when it stops. */
  db?: Database;
  /** See `ServeOptions`. */
  checkResponses?: boolean;
  /** Serves HTTPS itself, with this certificate and key (PEM), where no reverse proxy does. */
  tls?: TlsKeyPair;
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
  const { clock = systemClock, checkResponses = false, tls = null } = overrides;
  const log = createLog(config.logLevel);
  const { url } = config.database;
  await mkdir(config.dataDir, { recursive: true });
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
    db,
    mail,
    sms: createSms({ config, clock, log }),
    hooks: {
      userCreated: (tx, person, now) => createAccount(tx, person, now, config.defaultContactVisibility),
      userChanged: (tx, change, now) => changeContact(tx, change, now),
    },
  });
  closers.push(() => auth.close());
  const http = await createHttp(config, log, tls);
  const realtime = attachRealtime(http.server, { auth, clock, log, bus, publicUrl: config.publicUrl });
  const live = createLivePositions({ bus, clock, log });
  const pace = createPace(clock);
  closers.push(() => pace.stop());
  const context: Context = { config, clock, log, db, storage, realtime, live, auth, mail, pace };

  auth.onSessionEnded(({ sessionId }) => {
    bus.publish(SESSION_ENDED_SUBJECT, Buffer.from(sessionId));
    realtime.endSession(sessionId);
  });
  await bus.subscribe(SESSION_ENDED_SUBJECT, (sessionId) => auth.sessionEnded(sessionId.toString()));

  registerUserTopic(context);
  registerEventTopic(context);
  registerChatTopic(context);
  registerLiveTopic(context);
  const serve = createServe(http, { authenticate: (token) => auth.authenticate(token), checkResponses });
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
