import type { JoinError } from '@hereabouts/contract/realtime';
import type { Clock } from '#server/clock.ts';
import type { Viewer } from '#server/http/viewer.ts';
import type { Connection } from './connection.ts';
import type { Semaphore } from '#server/async/semaphore.ts';
import { waitUntil } from '#server/async/wait-until.ts';
import type { SparingLog } from '#server/log.ts';
import type { RealtimeLimits } from './limits.ts';
import type { TopicRoom } from './topic-room.ts';
import type { TopicMember, TopicHandler, TopicAccess } from './topic-handler.ts';
import {
  encodeBinaryBroadcast,
  encodeBroadcast,
  encodeMessage,
  type ClientMessage,
  type Frame,
} from './wire.ts';

/** During an access check (join or recheck) messages of the topic are held: sent after the reply if access is
 * granted, dropped otherwise. So nothing published after a loss of access gets out, and nothing between
 * reading and sending a reply is missed. `askAgain`: access changed during the check. */
type Asking = { held: Frame[]; heldBytes: number; askAgain: boolean };
type ChannelState =
  | ({ name: 'joining'; ref: string | null } & Asking)
  | { name: 'joined' }
  | ({ name: 'checking' } & Asking)
  | { name: 'closed' };
const JOINED: ChannelState = { name: 'joined' };
const CLOSED: ChannelState = { name: 'closed' };

export type ChannelParts = {
  clock: Clock;
  limits: RealtimeLimits;
  log: SparingLog;
  /** Access checks in flight, by person. */
  questions: Semaphore;
  ended: (channel: Channel) => void;
};

export class Channel implements TopicMember {
  readonly connection: Connection;
  readonly joinRef: string | null;
  readonly #room: TopicRoom;
  readonly #handler: TopicHandler;
  readonly #id: string;
  readonly #parts: ChannelParts;
  #grant: unknown = null;
  #hasBeenGranted = false;
  #state: ChannelState;

  constructor(
    connection: Connection,
    room: TopicRoom,
    { joinRef, ref }: Pick<ClientMessage, 'joinRef' | 'ref'>,
    { handler, id }: { handler: TopicHandler; id: string },
    parts: ChannelParts,
  ) {
    this.connection = connection;
    this.joinRef = joinRef;
    this.#room = room;
    this.#handler = handler;
    this.#id = id;
    this.#parts = parts;
    this.#state = { name: 'joining', ref, held: [], heldBytes: 0, askAgain: false };
  }

  get isJoined(): boolean {
    return this.#state.name === 'joined' || this.#state.name === 'checking';
  }

  get isAsking(): boolean {
    return this.#state.name === 'checking';
  }

  get viewer(): Viewer {
    return this.connection.viewer;
  }

  get grant(): unknown {
    return this.#state.name === 'joined' ? this.#grant : null;
  }

  send(event: string, payload: object): void {
    if (this.#state.name === 'joined')
      this.connection.send(encodeBroadcast(this.#room.topic, event, payload));
  }

  sendBinary(event: string, data: Uint8Array): void {
    if (this.#state.name === 'joined')
      this.connection.send(encodeBinaryBroadcast(this.#room.topic, event, data));
  }

  async join(joinPayload: unknown): Promise<void> {
    const { clock, limits } = this.#parts;
    const startedMs = clock.now();
    const answer = await this.#ask(limits.joinTimeoutMs, async () => {
      await this.#room.subscribe();
      return this.#handler.mayJoin(this.viewer, this.#id, joinPayload);
    });
    if (answer !== 'failed' && !answer.ok && answer.reason === 'not_found') {
      await waitUntil(clock, startedMs + limits.notFoundAfterMs);
    }
    if (this.#state.name !== 'joining') return;
    if (answer === 'failed') this.#refuse('unavailable');
    else if (!answer.ok) this.#refuse(answer.reason);
    else this.#release(this.#state, answer, answer.reply ?? {});
  }

  /** Drops the channel unless access is granted again. */
  async recheck(): Promise<void> {
    if (this.#state.name === 'joining' || this.#state.name === 'checking') {
      this.#state.askAgain = true;
      return;
    }
    if (this.#state.name === 'closed') return;
    // Messages from before the change of access are still sent.
    this.#room.flush();
    this.#state = { name: 'checking', held: [], heldBytes: 0, askAgain: false };
    const answer = await this.#ask(this.#parts.limits.recheckTimeoutMs, () =>
      this.#handler.mayJoin(this.viewer, this.#id, undefined),
    );
    if (this.#state.name !== 'checking') return;
    if (answer === 'failed') this.#fail();
    else if (answer.ok) this.#release(this.#state, answer);
    else this.#loseAccess();
  }

  deliver(frame: Frame): void {
    const state = this.#state;
    if (state.name === 'joined') {
      this.connection.send(frame);
    } else if (state.name === 'joining' || state.name === 'checking') {
      state.heldBytes += frame.length;
      state.held.push(frame);
      if (state.heldBytes > this.#parts.limits.heldMaxBytes) this.drop();
    }
  }

  /** For want of memory; the client may join again later. */
  drop(): void {
    if (this.#state.name === 'joining') this.#refuse('unavailable');
    else if (this.#state.name !== 'closed') this.#fail();
  }

  leave(): void {
    if (this.#state.name === 'closed') return;
    this.#room.flush();
    this.#send('phx_close', {});
    this.detach();
  }

  /** Leaves the room and connection without a message. */
  detach(): void {
    if (this.#state.name === 'closed') return;
    this.#state = CLOSED;
    this.#grant = null;
    const { connection } = this;
    const room = this.#room;
    if (connection.channels.get(room.topic) === this) connection.channels.delete(room.topic);
    room.remove(this);
    this.#parts.ended(this);
    if (this.#hasBeenGranted) this.#handler.left?.(this.#id, this);
  }

  async #ask(limitMs: number, question: () => Promise<TopicAccess>): Promise<TopicAccess | 'failed'> {
    const { clock, log, questions } = this.#parts;
    const { topic } = this.#room;
    let cancelLimit = () => {};
    const tooLate = new Promise<'failed'>((resolve) => {
      cancelLimit = clock.after(limitMs, () => {
        log.warn({ topic }, 'a question for access was not answered in time');
        resolve('failed');
      });
    });
    try {
      for (;;) {
        const state = this.#state;
        if (state.name === 'joined' || state.name === 'closed') return 'failed';
        state.askAgain = false;
        const asked = questions.run(
          // Its turn may come after the time-out or after the socket closed.
          async () => (this.#state.name === 'closed' ? 'failed' : await question()),
          this.viewer.userId,
        );
        const answer = await Promise.race([asked, tooLate]);
        if (answer === null) return 'failed';
        if (answer === 'failed' || !state.askAgain) return answer;
      }
    } catch (error) {
      log.warn({ err: error, topic }, 'a question for access failed');
      return 'failed';
    } finally {
      cancelLimit();
    }
  }

  #release(
    state: Asking & { name: 'joining' | 'checking'; ref?: string | null },
    access: TopicAccess & { ok: true },
    reply?: object,
  ): void {
    // Messages queued in this turn follow the reply.
    this.#room.flush();
    if (this.#state !== state) return;
    if (reply) {
      const answer = { status: 'ok', response: reply } as const;
      this.connection.reply(this.joinRef, state.ref ?? null, this.#room.topic, answer);
    }
    this.#state = JOINED;
    this.#grant = access.grant ?? null;
    this.#hasBeenGranted = true;
    for (const frame of state.held) this.connection.send(frame);
    this.#handler.granted?.(this.#id, this);
  }

  #refuse(reason: JoinError): void {
    if (this.#state.name !== 'joining') return;
    const answer = { status: 'error', response: { reason } } as const;
    this.connection.reply(this.joinRef, this.#state.ref, this.#room.topic, answer);
    this.detach();
  }

  #loseAccess(): void {
    this.#send('access_lost', {});
    this.#send('phx_close', {});
    this.detach();
  }

  /** Access is unknown: the client gets `phx_error` and rejoins later. */
  #fail(): void {
    this.#send('phx_error', {});
    this.detach();
  }

  #send(event: string, payload: object): void {
    this.connection.send(encodeMessage(this.joinRef, null, this.#room.topic, event, payload));
  }
}
