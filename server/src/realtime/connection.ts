import type { Duplex } from 'node:stream';
import { CLOSE_CODES, CONNECTION_TOPIC, type ConnectionError } from '@hereabouts/contract/realtime';
import type { WebSocket } from 'ws';
import type { Clock } from '#server/clock.ts';
import type { Viewer } from '#server/http/viewer.ts';
import type { Channel } from './channel.ts';
import type { RealtimeLimits } from './limits.ts';
import { TokenBucket } from './token-bucket.ts';
import type { Turn } from './turn.ts';
import { encodeBroadcast, encodeMessage, type Frame } from './wire.ts';

/** `closing`: the close frame is on its way; nothing is read or sent any more. */
type ConnectionState = { name: 'open' } | { name: 'closing'; cancelCut: () => void } | { name: 'closed' };

export type ConnectionParts = {
  ws: WebSocket;
  /** The stream under `ws`. Frames are written to it directly, whole and between those of `ws`. */
  stream: Duplex;
  viewer: Viewer;
  expiresAtMs: number;
  clock: Clock;
  limits: RealtimeLimits;
  turn: Turn;
};

/** One socket: who it speaks for, what it has joined, what waits to be written. */
export class Connection {
  readonly viewer: Viewer;
  readonly channels = new Map<string, Channel>();
  readonly bucket: TokenBucket;
  /** Messages over the rate limit so far. */
  strikes = 0;
  /** Why the server closed it early, for the log. */
  closedFor: 'slow reader' | 'silent' | null = null;
  readonly #parts: ConnectionParts;
  #state: ConnectionState = { name: 'open' };
  #queue: Frame[] = [];
  #expiresAtMs: number;
  #expiryNoticed = false;
  #heardAtMs: number;
  #pinged = false;

  constructor(parts: ConnectionParts) {
    this.#parts = parts;
    this.viewer = parts.viewer;
    this.#expiresAtMs = parts.expiresAtMs;
    this.#heardAtMs = parts.clock.now();
    this.bucket = new TokenBucket(parts.limits.messageBurst, parts.limits.messagesPerSecond, this.#heardAtMs);
  }

  get isOpen(): boolean {
    return this.#state.name === 'open';
  }

  send(frame: Frame): void {
    if (!this.isOpen) return;
    if (this.#queue.push(frame) === 1) this.#parts.turn.addConnection(this);
  }

  reply(joinRef: string | null, ref: string | null, topic: string, answer: Answer): void {
    this.send(encodeMessage(joinRef, ref, topic, 'phx_reply', answer));
  }

  /** Writes what waits. A reader so slow that too much is left over is closed; it resumes when it comes back. */
  flush(): void {
    if (!this.isOpen) return;
    this.#write();
    if (this.#parts.stream.writableLength > this.#parts.limits.sendBufferMaxBytes) {
      this.closedFor = 'slow reader';
      this.close(CLOSE_CODES.tryLater, 'reader too slow');
    }
  }

  /** Sends what waits, then the close frame; a peer that does not answer it in time is cut off. */
  close(code: number, reason: string): void {
    if (!this.isOpen) return;
    this.#write();
    const { ws, clock, limits } = this.#parts;
    this.#state = { name: 'closing', cancelCut: clock.after(limits.closeGraceMs, () => ws.terminate()) };
    ws.close(code, reason);
  }

  cut(): void {
    this.#parts.ws.terminate();
  }

  refuse(reason: ConnectionError): void {
    this.send(encodeBroadcast(CONNECTION_TOPIC, 'connection_refused', { reason }));
    this.close(CLOSE_CODES.refused, reason);
  }

  endSession(): void {
    this.send(encodeBroadcast(CONNECTION_TOPIC, 'session_ended', {}));
    this.close(CLOSE_CODES.sessionEnded, 'session ended');
  }

  /** Called when the socket is gone. */
  closed(): void {
    if (this.#state.name === 'closing') this.#state.cancelCut();
    this.#state = { name: 'closed' };
    this.#queue = [];
  }

  /** The peer gave a sign of life. */
  heard(): void {
    this.#heardAtMs = this.#parts.clock.now();
    this.#pinged = false;
  }

  extend(expiresAtMs: number): void {
    this.#expiresAtMs = expiresAtMs;
    this.#expiryNoticed = false;
  }

  /** Looks after a silent peer and an ageing token; called every second. */
  tend(nowMs: number, tokenNoticeMs: number): void {
    if (!this.isOpen) return;
    const { ws, limits } = this.#parts;
    const silentMs = nowMs - this.#heardAtMs;
    if (silentMs >= limits.idleTimeoutMs) {
      this.closedFor = 'silent';
      this.cut();
    } else if (nowMs >= this.#expiresAtMs) {
      this.refuse('unauthenticated');
    } else if (silentMs >= limits.pingAfterMs && !this.#pinged) {
      this.#pinged = true;
      ws.ping();
    }
    if (!this.#expiryNoticed && nowMs >= this.#expiresAtMs - tokenNoticeMs) {
      this.#expiryNoticed = true;
      this.send(encodeBroadcast(CONNECTION_TOPIC, 'token_expiring', {}));
    }
  }

  #write(): void {
    const queue = this.#queue;
    if (queue.length === 0) return;
    this.#queue = [];
    const { stream } = this.#parts;
    if (!stream.writable) return;
    stream.cork();
    for (const frame of queue) stream.write(frame);
    stream.uncork();
  }
}

export type Answer = { status: 'ok'; response: object } | { status: 'error'; response: { reason: string } };
