import { setTimeout as sleep } from 'node:timers/promises';
import { createLiveDecoder, LiveFrameError, type LiveDecoder } from '@hereabouts/contract/live-frames';
import {
  HEARTBEAT_INTERVAL_MS,
  SEND_TIMEOUT_MS,
  REALTIME_PATH,
  REALTIME_VERSION,
  chatTopic,
  liveTopic,
  userTopic,
} from '@hereabouts/contract/realtime';
import { chatRoutes, type ChatJoinReply, type ChatMessage } from '@hereabouts/contract/chat';
import { Socket, type Channel, type SocketConnectOption } from 'phoenix';
import { WebSocket } from 'ws';
import { ChatReader } from './chat-reader.ts';
import type { User } from './user.ts';

/** As the web app reconnects (RT-01). */
const RECONNECT_MS = [1_000, 2_000, 5_000, 10_000] as const;
const GAP_WAIT_MS = 500;
const PAGE = 200;
const NORMAL_CLOSURE = 1000;

/** Something about a friend's position, as this page received it. */
export type SeenPosition = { atMs: number; userId: string; step: number | null };
export type PageOptions = { heartbeatMs?: number; live?: boolean; reconnectMs?: readonly number[] };

/** Places a sharer's walk on the map, so that the step can be read off the latitude again. */
export const START = { latitude: 49.1, longitude: -2.1 };
const STEP_DEGREES = 0.0001;
export const latitudeOf = (step: number): number => START.latitude + step * STEP_DEGREES;
const stepOf = (latitude: number) => Math.round((latitude - START.latitude) / STEP_DEGREES);

/** One open page of a person: a socket with the topics of an event, and all it receives. */
export class Page {
  readonly user: User;
  readonly eventId: number;
  readonly chat = new ChatReader();
  readonly positions: SeenPosition[] = [];
  /** Times at which the socket was lost, with the close code. */
  readonly closes: { atMs: number; code: number }[] = [];
  /** When a topic was taken away or refused for good. */
  readonly lost = new Map<string, number>();
  readonly findings: string[] = [];
  readonly #socket: Socket;
  readonly #decoder: LiveDecoder = createLiveDecoder();
  readonly #channels = new Map<string, Channel>();
  #isReading = false;
  #isClosed = false;

  constructor(
    user: User,
    eventId: number,
    { heartbeatMs = HEARTBEAT_INTERVAL_MS, live = true, reconnectMs = RECONNECT_MS }: PageOptions = {},
  ) {
    this.user = user;
    this.eventId = eventId;
    const again = (tries: number) => reconnectMs[tries - 1] ?? reconnectMs.at(-1) ?? 0;
    this.#socket = new Socket(user.url.replace('http', 'ws') + REALTIME_PATH, {
      authToken: user.token,
      params: { version: REALTIME_VERSION },
      // Node's own may ask on a connection of its pool, which no browser does.
      transport: WebSocket as unknown as SocketConnectOption['transport'],
      timeout: SEND_TIMEOUT_MS,
      heartbeatIntervalMs: heartbeatMs,
      reconnectAfterMs: again,
      rejoinAfterMs: again,
    });
    this.#socket.onClose(({ code }) => {
      if (!this.#isClosed) this.closes.push({ atMs: performance.now(), code });
      this.#decoder.clear();
    });
    this.#join(userTopic(user.id), {}, () => {});
    const chat = this.#join(
      chatTopic(eventId),
      () => ({ after_seq: this.chat.reach }),
      (reply) => this.#joinedChat(reply as ChatJoinReply),
    );
    chat.on('message_added', (message: ChatMessage) => {
      this.chat.receive(message, 'live');
      if (this.chat.hasGap) setTimeout(() => void this.#fillGap(), GAP_WAIT_MS);
    });
    if (live) {
      this.#join(liveTopic(eventId), { is_watching: true }, () => {}).on('frame', (bytes: ArrayBuffer) =>
        this.#receiveFrame(bytes),
      );
    }
  }

  connect(): void {
    this.#socket.connect();
  }

  close(): void {
    this.#isClosed = true;
    this.#socket.disconnect(() => {}, NORMAL_CLOSURE);
  }

  /** Connected, and every topic that it may have is joined. */
  get isUp(): boolean {
    if (!this.#socket.isConnected()) return false;
    return [...this.#channels].every(([topic, { state }]) => state === 'joined' || this.lost.has(topic));
  }

  /** Whose positions the map shows now. */
  shows(userId: string): boolean {
    return this.#decoder.friends.has(userId);
  }

  stepOf(userId: string): number | null {
    const friend = this.#decoder.friends.get(userId);
    return friend ? stepOf(friend.latitude) : null;
  }

  /** Resolves with the server's answer, or the reason why there is none. */
  sendPosition(step: number): Promise<string> {
    const channel = this.#channels.get(liveTopic(this.eventId));
    if (channel?.state !== 'joined') return Promise.resolve('not joined');
    const position = { ...START, latitude: latitudeOf(step), accuracy: 8, age_ms: 0 };
    return new Promise((resolve) => {
      channel
        .push('position', position)
        .receive('ok', () => resolve('ok'))
        .receive('error', ({ reason }: { reason: string }) => resolve(reason))
        .receive('timeout', () => resolve('timeout'));
    });
  }

  #join(topic: string, payload: object | (() => object), onJoined: (reply: unknown) => void): Channel {
    const channel = this.#socket.channel(topic, payload);
    this.#channels.set(topic, channel);
    const lose = () => {
      this.lost.set(topic, this.lost.get(topic) ?? performance.now());
      channel.leave();
      if (topic === liveTopic(this.eventId)) this.#decoder.clear();
    };
    channel.on('access_lost', lose);
    channel
      .join()
      .receive('ok', onJoined)
      .receive('error', ({ reason }: { reason: string }) => {
        if (reason === 'not_found') lose();
        else if (!['unavailable', 'rate_limited'].includes(reason))
          this.findings.push(`${topic} was refused with ${reason}`);
      });
    return channel;
  }

  #joinedChat({ messages, has_more }: ChatJoinReply): void {
    for (const message of messages) this.chat.receive(message, 'read');
    if (has_more || this.chat.hasGap) void this.#fillGap();
  }

  /** Reads pages until nothing is missing, as a join or a gap asks for. */
  async #fillGap(): Promise<void> {
    if (this.#isReading || this.#isClosed) return;
    this.#isReading = true;
    try {
      for (let more = true; more && !this.#isClosed;) {
        const query = { after: this.chat.reach, limit: PAGE };
        const input = { params: { eventId: this.eventId }, query };
        const answer = await this.user.try(chatRoutes.listMessages, input);
        if (answer === null || answer.status !== 200) {
          if (answer !== null && [403, 404].includes(answer.status)) return;
          await sleep(GAP_WAIT_MS);
          continue;
        }
        for (const message of answer.body.messages as ChatMessage[]) this.chat.receive(message, 'read');
        more = answer.body.has_more === true;
      }
    } finally {
      this.#isReading = false;
    }
  }

  #receiveFrame(bytes: ArrayBuffer): void {
    const atMs = performance.now();
    try {
      const { changed, removedIds } = this.#decoder.apply(bytes, Date.now());
      for (const { userId, latitude } of changed)
        this.positions.push({ atMs, userId, step: stepOf(latitude) });
      for (const userId of removedIds) this.positions.push({ atMs, userId, step: null });
    } catch (error) {
      if (!(error instanceof LiveFrameError)) throw error;
      this.findings.push(`a frame could not be read: ${error.message}`);
    }
  }
}
