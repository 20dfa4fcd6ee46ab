import type { Socket } from 'phoenix';
import { SharedTopic, type Listener } from './shared-topic.ts';
import { retryDelayMs } from './timing.ts';
import type { SendOutcome, Topic } from './topic-handlers.ts';
import type { Wire } from './wire.ts';

/** `idle`: signed out. `waiting`: for the next attempt. `outdated`: the server no longer speaks this
 * page's version, so the page must be reloaded. */
export type ConnectionState = 'idle' | 'connecting' | 'open' | 'waiting' | 'outdated';

/** Null when signed out. @param rejected a token the server has refused or soon will: another one is needed */
export type GetToken = (rejected?: string) => Promise<string | null>;

export type ConnectOptions = {
  getToken: GetToken;
  onStateChange?: (state: ConnectionState) => void;
  /** The session of `token` was ended elsewhere and the connection is closed. Gives whether to reconnect as the same person.
   * It is asked again where that cannot be known yet. */
  onSessionEnded?: (token: string) => Promise<boolean>;
};

export type ClientParts = {
  /** As the phoenix client takes it: `/realtime` for this origin. */
  url: string;
  loadWire: () => Promise<Wire>;
  after: (delayMs: number, run: () => void) => () => void;
};

type Connection = { socket: Socket; wire: Wire };
type Session = ConnectOptions & {
  connection: Connection | null;
  token: string;
  refusals: number;
  /** Before there is a connection. */
  stopRetry: () => void;
};

export class RealtimeClient {
  readonly #parts: ClientParts;
  readonly #topics = new Map<Topic, SharedTopic>();
  readonly #watchers = new Set<() => void>();
  #session: Session | null = null;
  /** Its server session was ended elsewhere, and neither `connect` nor `disconnect` was called since. */
  #ended: Session | null = null;
  #state: ConnectionState = 'idle';

  constructor(parts: ClientParts) {
    this.#parts = parts;
  }

  get state(): ConnectionState {
    return this.#state;
  }

  watchState(watcher: () => void): () => void {
    this.#watchers.add(watcher);
    return () => void this.#watchers.delete(watcher);
  }

  /** Stays connected until `disconnect`, as the tokens' person. */
  connect(options: ConnectOptions): void {
    this.disconnect();
    const session: Session = { ...options, connection: null, token: '', refusals: 0, stopRetry() {} };
    this.#session = session;
    void this.#open(session, 1);
  }

  /** Signs out of the server; topics stay known and are joined again by the next `connect`. */
  disconnect(): void {
    this.#end('idle');
  }

  /** The network is back: does not wait for the next attempt. */
  retryNow(): void {
    const session = this.#session;
    if (this.#state !== 'waiting' || session === null) return;
    if (session.connection === null) {
      session.stopRetry();
      void this.#open(session, 1);
      return;
    }
    session.connection.socket.disconnect();
    session.connection.socket.connect();
  }

  /** Shares one channel with the other listeners of this page; the returned function stops. */
  listen(topic: Topic, listener: Listener): () => void {
    const shared = this.#topics.get(topic) ?? this.#share(topic);
    shared.listeners.add(listener);
    const connection = this.#session?.connection;
    if (connection) shared.join(connection.socket, connection.wire);
    return () => {
      shared.listeners.delete(listener);
      // The next render may use the same topic: it is left at the end of this tick.
      queueMicrotask(() => {
        if (shared.listeners.size > 0 || this.#topics.get(topic) !== shared) return;
        this.#topics.delete(topic);
        shared.leave();
      });
    };
  }

  send(topic: Topic, event: string, payload: object): Promise<SendOutcome> {
    return this.#topics.get(topic)?.send(event, payload) ?? Promise.resolve({ ok: false, reason: 'timeout' });
  }

  #share(topic: Topic): SharedTopic {
    const shared = new SharedTopic(topic, {
      onGone: () => {
        if (this.#topics.get(topic) === shared) this.#topics.delete(topic);
      },
      onUnauthenticated: () => void this.#renewToken(this.#session?.token),
    });
    this.#topics.set(topic, shared);
    return shared;
  }

  async #open(session: Session, tries: number): Promise<void> {
    this.#setState('connecting');
    try {
      const [wire, token] = await Promise.all([this.#parts.loadWire(), session.getToken()]);
      if (this.#session !== session) return;
      if (token === null) return this.#end('idle');
      session.token = token;
      this.#start(session, wire);
    } catch {
      if (this.#session !== session) return;
      this.#setState('waiting');
      session.stopRetry = this.#parts.after(retryDelayMs(tries), () => {
        if (this.#session === session) void this.#open(session, tries + 1);
      });
    }
  }

  #start(session: Session, wire: Wire): void {
    const isCurrent = () => this.#session === session;
    const socket = wire.openSocket(this.#parts.url, {
      token: () => {
        // The only sign phoenix gives of an attempt.
        this.#setState('connecting');
        return session.token;
      },
      refusals: () => session.refusals,
      onOpen: () => isCurrent() && this.#setState('open'),
      onClose: () => {
        if (!isCurrent()) return;
        this.#setState('waiting');
        // Ready for the next attempt, perhaps hours after the last token. After a refusal it is being replaced already.
        if (session.refusals === 0) void this.#renewToken();
      },
      onAccepted: () => (session.refusals = 0),
      onTokenExpiring: () => isCurrent() && void this.#renewToken(session.token),
      onSessionEnded: () => {
        if (!isCurrent()) return;
        this.#end('idle');
        void this.#endedElsewhere(session);
      },
      onRefused: (reason) => {
        if (!isCurrent()) return;
        session.refusals += 1;
        if (reason === 'unsupported_version') this.#end('outdated');
        else if (reason === 'unauthenticated') void this.#renewToken(session.token, 'refused');
      },
    });
    session.connection = { socket, wire };
    socket.connect();
    for (const topic of this.#topics.values()) topic.join(socket, wire);
  }

  async #endedElsewhere(session: Session, tries = 1): Promise<void> {
    this.#ended = session;
    try {
      const isReplaced = await session.onSessionEnded?.(session.token);
      if (isReplaced && this.#ended === session) this.connect(session);
    } catch {
      this.#parts.after(retryDelayMs(tries), () => {
        if (this.#ended === session) void this.#endedElsewhere(session, tries + 1);
      });
    }
  }

  /** Gets a token and sends it if connected. Gives up without a session or after a refusal. */
  async #renewToken(rejected?: string, why?: 'refused'): Promise<void> {
    const session = this.#session;
    if (session === null) return;
    const token = await session.getToken(rejected).catch(() => undefined);
    if (this.#session !== session) return;
    if (token === null && why === 'refused') this.#end('idle');
    if (!token || token === session.token) return;
    session.token = token;
    // One that was refused is closing: the next attempt brings the token.
    if (why !== 'refused' && session.connection)
      session.connection.wire.sendToken(session.connection.socket, token);
  }

  #end(state: 'idle' | 'outdated'): void {
    const session = this.#session;
    this.#session = this.#ended = null;
    for (const topic of this.#topics.values()) topic.leave();
    session?.connection?.socket.disconnect();
    this.#setState(state, session);
  }

  #setState(state: ConnectionState, session = this.#session): void {
    if (state === this.#state) return;
    this.#state = state;
    session?.onStateChange?.(state);
    for (const watcher of this.#watchers) watcher();
  }
}
