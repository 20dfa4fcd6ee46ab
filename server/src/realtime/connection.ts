import type { Duplex } from 'node:stream';
import { CONNECTION_TOPIC, type ConnectionError } from '@hereabouts/contract/realtime';
import type { WebSocket } from 'ws';
import type { Clock } from '#server/clock.ts';
import type { Viewer } from '#server/http/viewer.ts';
import { CLOSE_CODES } from './close-codes.ts';
import type { Channel } from './channel.ts';
import type { RealtimeLimits } from './limits.ts';
import type { HeldMemory } from '#server/rate-limits/held-memory.ts';
import { TokenBucket } from '#server/rate-limits/token-bucket.ts';
import type { WriteBatch } from './write-batch.ts';
import { encodeBroadcast, encodeMessage, type Frame } from './wire.ts';

type ConnectionState = { name: 'open' } | { name: 'closing'; cancelCut: () => void } | { name: 'closed' };
// Shared by tens of thousands of connections.
const OPEN: ConnectionState = { name: 'open' };
const CLOSED: ConnectionState = { name: 'closed' };
const NOTHING: Frame[] = [];

export type ConnectionParts = {
  clock: Clock;
  limits: RealtimeLimits;
  writes: WriteBatch;
  unread: HeldMemory;
};

export class Connection {
  readonly viewer: Viewer;
  readonly from: string;
  readonly channels = new Map<string, Channel>();
  /** Whole frames are written to it directly, between those of `ws`. */
  readonly stream: Duplex;
  strikes = 0;
  closedFor: 'slow reader' | 'silent' | null = null;
  readonly #ws: WebSocket;
  readonly #parts: ConnectionParts;
  #state: ConnectionState = OPEN;
  #queue: Frame[] = NOTHING;
  #expiresAtMs: number;
  #expiryNoticed = false;
  #lastSeenAtMs: number;
  #pinged = false;
  /** Null while it is full. */
  #bucket: TokenBucket | null = null;

  constructor(
    ws: WebSocket,
    stream: Duplex,
    who: { viewer: Viewer; expiresAtMs: number; from: string },
    parts: ConnectionParts,
  ) {
    this.#ws = ws;
    this.stream = stream;
    this.#parts = parts;
    this.viewer = who.viewer;
    this.from = who.from;
    this.#expiresAtMs = who.expiresAtMs;
    this.#lastSeenAtMs = parts.clock.now();
  }

  get isOpen(): boolean {
    return this.#state.name === 'open';
  }

  get userId(): string {
    return this.viewer.userId;
  }

  takeMessage(nowMs: number): boolean {
    const { messageBurst, messagesPerSecond } = this.#parts.limits;
    this.#bucket ??= new TokenBucket(messageBurst, messagesPerSecond, nowMs);
    return this.#bucket.take(nowMs);
  }

  send(frame: Frame): void {
    if (!this.isOpen) return;
    if (this.#queue === NOTHING) {
      this.#queue = [frame];
      this.#parts.writes.addConnection(this);
    } else {
      this.#queue.push(frame);
    }
  }

  reply(joinRef: string | null, ref: string | null, topic: string, answer: Answer): void {
    this.send(encodeMessage(joinRef, ref, topic, 'phx_reply', answer));
  }

  /** Closes a reader with too many unsent bytes. */
  flush(): void {
    if (!this.isOpen) return;
    this.#write();
    if (this.stream.writableLength > this.#parts.limits.sendBufferMaxBytes) {
      this.closedFor = 'slow reader';
      this.close(CLOSE_CODES.tryLater, 'reader too slow');
    }
    this.#countUnread();
  }

  #countUnread(): void {
    const bytes = this.stream.writableLength;
    if (bytes === 0) return this.#parts.unread.release(this);
    this.#parts.unread.hold(this, this.from, bytes, () => {
      this.closedFor = 'slow reader';
      this.cut();
    });
  }

  /** Cuts off a peer that does not answer in time. */
  close(code: number, reason: string): void {
    if (!this.isOpen) return;
    this.#write();
    const ws = this.#ws;
    const { clock, limits } = this.#parts;
    this.#state = { name: 'closing', cancelCut: clock.after(limits.closeGraceMs, () => ws.terminate()) };
    ws.close(code, reason);
  }

  cut(): void {
    this.#ws.terminate();
  }

  refuse(reason: ConnectionError): void {
    this.send(encodeBroadcast(CONNECTION_TOPIC, 'connection_refused', { reason }));
    this.close(CLOSE_CODES.refused, reason);
  }

  endSession(): void {
    this.send(encodeBroadcast(CONNECTION_TOPIC, 'session_ended', {}));
    this.close(CLOSE_CODES.sessionEnded, 'session ended');
  }

  closed(): void {
    if (this.#state.name === 'closing') this.#state.cancelCut();
    this.#state = CLOSED;
    this.#queue = NOTHING;
    this.#parts.unread.release(this);
  }

  markSeen(): void {
    this.#lastSeenAtMs = this.#parts.clock.now();
    this.#pinged = false;
  }

  /** Rechecks every topic; nothing for a token that does not last longer. */
  extend(expiresAtMs: number): void {
    if (expiresAtMs <= this.#expiresAtMs) return;
    this.#expiresAtMs = expiresAtMs;
    this.#expiryNoticed = false;
    for (const channel of this.channels.values()) channel.recheck();
  }

  /** Called every second. */
  tend(nowMs: number, tokenNoticeMs: number): void {
    if (!this.isOpen) return;
    this.#countUnread();
    if (this.#bucket?.isFull(nowMs)) this.#bucket = null;
    const { limits } = this.#parts;
    const silentMs = nowMs - this.#lastSeenAtMs;
    if (silentMs >= limits.idleTimeoutMs) {
      this.closedFor = 'silent';
      this.cut();
    } else if (nowMs >= this.#expiresAtMs) {
      this.refuse('unauthenticated');
    } else if (silentMs >= limits.pingAfterMs && !this.#pinged) {
      this.#pinged = true;
      this.#ws.ping();
    }
    if (!this.#expiryNoticed && nowMs >= this.#expiresAtMs - tokenNoticeMs) {
      this.#expiryNoticed = true;
      this.send(encodeBroadcast(CONNECTION_TOPIC, 'token_expiring', {}));
    }
  }

  #write(): void {
    const queue = this.#queue;
    if (queue === NOTHING) return;
    this.#queue = NOTHING;
    const stream = this.stream;
    if (!stream.writable) return;
    this.#parts.writes.written += queue.length;
    stream.cork();
    for (const frame of queue) stream.write(frame);
    stream.uncork();
  }
}

export type Answer = { status: 'ok'; response: object } | { status: 'error'; response: { reason: string } };
