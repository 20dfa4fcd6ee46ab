import {
  AuthorizationError,
  connect,
  headers,
  wsconnect,
  type ConnectionOptions,
  type MsgHdrs,
  type NatsConnection,
  type Subscription,
} from '@nats-io/transport-node';
import type { FastifyBaseLogger } from 'fastify';
import { createLocalBus, type Bus, type BusHandler } from './local-bus.ts';
import { createAccessLosses, keepAccessLosses, type AccessLossParts } from './access-losses.ts';

export type BusLog = Pick<FastifyBaseLogger, 'info' | 'warn' | 'error'>;

/** A later attempt may succeed. */
export class BusUnreachableError extends Error {
  override readonly name = 'BusUnreachableError';
}

const SUBJECT_PREFIX = 'hereabouts.';
const KEY_HEADER = 'revocation';
/** A frozen server must be noticed within `BUS_LOSS_SEEN_MS`: when a ping is due while two are unanswered, after 0.6 to 0.9 s.
 * Two, because a stall of this process can delay the reading of one answer, but not of both. */
const PING_INTERVAL_MS = 300;
const UNANSWERED_PINGS_MAX = 2;
const RECONNECT_WAIT_MS = 250;

/** Direct calls inside this process: what is published here is not echoed. @param url `nats://`, `tls://`, `ws://` or `wss://`,
 * with user and password (or a token as the user) @throws Error when the server cannot be reached. */
export async function connectNatsBus(
  url: string,
  log: BusLog,
  { db, clock }: Pick<AccessLossParts, 'db' | 'clock'>,
): Promise<Bus> {
  const nats = await connectTo(url);
  const local = createLocalBus();
  const remote = new Map<string, { subscription: Subscription; active: Promise<void>; handlers: number }>();
  const listeners = new Set<(connected: boolean) => void>();
  let isConnected = true;
  const setConnected = (connected: boolean) => {
    isConnected = connected;
    for (const listener of listeners) listener(connected);
  };
  void watch(nats, log, setConnected);
  let isClosing = false;
  const lost = new Promise<Error>((resolve) => {
    void nats.closed().then((error) => {
      if (!isClosing) resolve(error instanceof Error ? error : new Error('The connection to NATS is closed'));
    });
  });
  const accessLosses = createAccessLosses({
    deliver: ({ subject, message }) => local.publish(subject, message),
    onGap: () => isConnected && setConnected(true),
    db,
    clock,
    log,
  });

  const subscribeRemotely = (subject: string) => {
    const subscription = nats.subscribe(SUBJECT_PREFIX + subject, {
      callback: (error, message) => {
        if (error) return log.error({ err: error }, 'the bus refused a subscription');
        const key = message.headers?.get(KEY_HEADER);
        if (!key || accessLosses.hear(key)) local.publish(subject, Buffer.from(message.data));
      },
    });
    // Proves that the server has the subscription.
    const entry = { subscription, active: nats.flush(), handlers: 0 };
    remote.set(subject, entry);
    return entry;
  };

  const publish = (subject: string, message: Buffer, key?: string) => {
    local.publish(subject, message);
    try {
      nats.publish(SUBJECT_PREFIX + subject, message, key === undefined ? {} : { headers: keyed(key) });
    } catch (error) {
      log.error({ err: error }, 'a message could not be put on the bus');
    }
  };

  return {
    publish: (subject, message) => publish(subject, message),
    publishAccessLoss({ key, subject, message }) {
      accessLosses.hear(key);
      publish(subject, message, key);
    },
    keep: keepAccessLosses,
    mayReach: () => true,
    async subscribe(subject: string, handler: BusHandler) {
      const entry = remote.get(subject) ?? subscribeRemotely(subject);
      entry.handlers += 1;
      const unsubscribeLocally = await local.subscribe(subject, handler);
      const unsubscribe = () => {
        unsubscribeLocally();
        entry.handlers -= 1;
        if (entry.handlers > 0) return;
        entry.subscription.unsubscribe();
        if (remote.get(subject) === entry) remote.delete(subject);
      };
      try {
        await entry.active;
      } catch (error) {
        unsubscribe();
        throw error;
      }
      return unsubscribe;
    },
    async passedOn() {
      // In an outage the others have closed their sockets.
      if (isConnected) await nats.flush();
    },
    isConnected: () => isConnected,
    lost,
    onChange(listener) {
      listeners.add(listener);
    },
    async close() {
      isClosing = true;
      listeners.clear();
      accessLosses.close();
      await local.close();
      if (!nats.isClosed()) await nats.drain().catch(() => nats.close());
    },
  };
}

function keyed(key: string): MsgHdrs {
  const made = headers();
  made.set(KEY_HEADER, key);
  return made;
}

async function connectTo(url: string): Promise<NatsConnection> {
  const { protocol, host, username, password } = new URL(url);
  const overWebSocket = protocol === 'ws:' || protocol === 'wss:';
  const options: ConnectionOptions = {
    servers: overWebSocket ? `${protocol}//${host}` : host,
    name: 'hereabouts',
    noEcho: true,
    maxReconnectAttempts: -1,
    reconnectTimeWait: RECONNECT_WAIT_MS,
    pingInterval: PING_INTERVAL_MS,
    maxPingOut: UNANSWERED_PINGS_MAX,
    // Else a second refusal ends the attempts for good. A server that starts or is busy refuses too.
    ignoreAuthErrorAbort: true,
  };
  if (protocol === 'tls:') options.tls = {};
  if (password !== '') {
    options.user = decodeURIComponent(username);
    options.pass = decodeURIComponent(password);
  } else if (username !== '') {
    options.token = decodeURIComponent(username);
  }
  try {
    return await (overWebSocket ? wsconnect : connect)(options);
  } catch (cause) {
    const message = `The NATS server at ${host} cannot be reached`;
    throw cause instanceof AuthorizationError
      ? new Error(message, { cause })
      : new BusUnreachableError(message, { cause });
  }
}

async function watch(
  nats: NatsConnection,
  log: BusLog,
  setConnected: (connected: boolean) => void,
): Promise<void> {
  for await (const status of nats.status()) {
    if (status.type === 'disconnect') {
      log.warn({ server: status.server }, 'the bus is lost');
      setConnected(false);
    } else if (status.type === 'reconnect') {
      log.info({ server: status.server }, 'the bus is back');
      setConnected(true);
    } else if (status.type === 'error') {
      log.error({ err: status.error }, 'the bus reports an error');
    }
  }
}
