import type { JoinError } from '@hereabouts/contract/realtime';
import type { Clock } from '#server/clock.ts';
import { HttpError } from '#server/http/errors.ts';
import type { Viewer } from '#server/http/viewer.ts';
import type { Connection } from './connection.ts';
import { createRequester, runFor, type Requester } from '#server/async/requester.ts';
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

type Held = { held: Frame[]; heldBytes: number };
/** `changed`: the first change of access since the check began, and how many frames were held before it. */
type CheckInProgress = Held & { changed: { atMs: number; heldBefore: number } | null };
type Joining = { name: 'joining'; ref: string | null } & CheckInProgress;
type Checking = { name: 'checking' } & CheckInProgress;
type RecheckDue = { name: 'due'; sinceMs: number } & Held;
type ChannelState = Joining | { name: 'joined' } | RecheckDue | Checking | { name: 'closed' };
type InTurn = <T>(check: () => Promise<T>) => Promise<T | null>;
const JOINED: ChannelState = { name: 'joined' };
const CLOSED: ChannelState = { name: 'closed' };

/** Rechecks without a pause; each further one waits `RECHECK_PAUSE_MS`. */
const RECHECK_BURST = 10;
const RECHECK_PAUSE_MS = 250;

export type ChannelParts = {
  clock: Clock;
  limits: RealtimeLimits;
  log: SparingLog;
  /** Access checks in flight, by person. */
  accessChecks: Semaphore;
  ended: (channel: Channel) => void;
};

/** Guarantee: nothing published after a loss of access reaches the client. From a change of access on, frames are held until a
 * check that began after the change has answered; then they are sent if access is granted, else dropped. Without an answer within
 * `recheckTimeoutMs` of the change the channel fails.
 *
 * Until the check starts, the last grant counts for what the member sends and what is sent to it alone: somebody who causes
 * changes all the time cannot cut a member off. */
export class Channel implements TopicMember {
  readonly connection: Connection;
  readonly joinRef: string | null;
  readonly #room: TopicRoom;
  readonly #handler: TopicHandler;
  readonly #id: string;
  readonly #parts: ChannelParts;
  #grant: unknown = null;
  #hasBeenGranted = false;
  /** Token bucket of rechecks, kept as a time: each recheck advances it by `RECHECK_PAUSE_MS`. */
  #pausesUntilMs = -Infinity;
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
    this.#state = { name: 'joining', ref, held: [], heldBytes: 0, changed: null };
  }

  get isJoined(): boolean {
    return this.#isWorking || this.isAsking;
  }

  get isAsking(): boolean {
    return this.#state.name === 'checking';
  }

  get #isWorking(): boolean {
    return this.#state.name === 'joined' || this.#state.name === 'due';
  }

  get viewer(): Viewer {
    return this.connection.viewer;
  }

  get grant(): unknown {
    return this.#isWorking ? this.#grant : null;
  }

  send(event: string, payload: object): void {
    if (this.#isWorking) this.connection.send(encodeBroadcast(this.#room.topic, event, payload));
  }

  sendBinary(event: string, data: Uint8Array): void {
    if (this.#isWorking) this.connection.send(encodeBinaryBroadcast(this.#room.topic, event, data));
  }

  join(joinPayload: unknown): Promise<void> {
    return runFor(this.#requester(), () => this.#join(joinPayload));
  }

  async #join(joinPayload: unknown): Promise<void> {
    const { clock, limits } = this.#parts;
    const startedMs = clock.now();
    const state = this.#state;
    if (state.name !== 'joining') return;
    const findAccess = async () => {
      await this.#room.subscribe();
      return this.#handler.mayJoin(this.viewer, this.#id, joinPayload);
    };
    const inTurn: InTurn = (check) =>
      this.#handler.inJoinTurn?.(this.connection, joinPayload, check) ?? this.#askInTurn(check);
    const answer = await this.#checkAccess(state, startedMs + limits.joinTimeoutMs, findAccess, inTurn);
    if (answer !== 'failed' && !answer.ok && answer.reason === 'not_found') {
      await waitUntil(clock, Math.min(startedMs, clock.now()) + limits.notFoundAfterMs);
    }
    if (this.#state !== state) return;
    const changedMs = state.changed?.atMs ?? Infinity;
    if (answer === 'failed') this.#refuse('unavailable');
    else if (!answer.ok) this.#refuse(answer.reason);
    else if (clock.now() >= changedMs + limits.recheckTimeoutMs) this.#refuse('unavailable');
    else this.#release(state, answer, answer.reply ?? {});
  }

  recheck(): void {
    const state = this.#state;
    const nowMs = this.#parts.clock.now();
    if (state.name === 'joining' || state.name === 'checking') {
      state.changed ??= { atMs: nowMs, heldBefore: state.held.length };
    } else if (state.name === 'joined') {
      // Messages from before the change are still sent.
      this.#room.flush();
      const due: RecheckDue = { name: 'due', sinceMs: nowMs, held: [], heldBytes: 0 };
      this.#state = due;
      this.#checkSoon(due);
    }
  }

  deliver(frame: Frame): void {
    const state = this.#state;
    if (state.name === 'joined') {
      this.connection.send(frame);
    } else if (state.name !== 'closed') {
      state.heldBytes += frame.length;
      state.held.push(frame);
      if (state.heldBytes > this.#parts.limits.heldMaxBytes) this.drop();
    }
  }

  /** For a lack of memory: the client may join again later. */
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

  #requester(): Requester {
    return createRequester(this.connection.from, this.viewer.userId);
  }

  #askInTurn<T>(check: () => Promise<T>): Promise<T | null> {
    return this.#parts.accessChecks.run(check, this.viewer.userId);
  }

  #checkSoon(due: RecheckDue): void {
    const { clock, limits } = this.#parts;
    const check = () => {
      // In the member's name: the person who caused the recheck may have a backlog.
      if (this.#state === due) void runFor(this.#requester(), () => this.#check(due));
    };
    // Half of the time is left for the answer.
    const latestMs = due.sinceMs + limits.recheckTimeoutMs / 2;
    const allowedAtMs = this.#pausesUntilMs - (RECHECK_BURST - 1) * RECHECK_PAUSE_MS;
    const waitMs = Math.min(allowedAtMs, latestMs) - clock.now();
    if (waitMs > 0) clock.after(waitMs, check);
    else check();
  }

  async #check({ sinceMs, held, heldBytes }: RecheckDue): Promise<void> {
    const { clock, limits } = this.#parts;
    const state: Checking = { name: 'checking', held, heldBytes, changed: null };
    this.#state = state;
    const beganAtMs = clock.now();
    const answer = await this.#checkAccess(state, sinceMs + limits.recheckTimeoutMs, () =>
      this.#handler.mayJoin(this.viewer, this.#id, undefined),
    );
    if (this.#state !== state) return;
    const nowMs = clock.now();
    this.#pausesUntilMs = Math.max(this.#pausesUntilMs + nowMs - beganAtMs, nowMs) + RECHECK_PAUSE_MS;
    if (answer === 'failed') this.#fail();
    else if (answer.ok) this.#release(state, answer);
    else this.#loseAccess();
  }

  async #checkAccess(
    state: Joining | Checking,
    untilMs: number,
    findAccess: () => Promise<TopicAccess>,
    inTurn: InTurn = (check) => this.#askInTurn(check),
  ): Promise<TopicAccess | 'failed'> {
    const answer = await this.#checkOnce(state, untilMs, findAccess, inTurn);
    if (answer === 'failed' || state.changed === null) return answer;
    if (state.name === 'checking' && answer.ok) return answer;
    return await this.#checkOnce(state, untilMs, findAccess, inTurn);
  }

  async #checkOnce(
    state: Joining | Checking,
    untilMs: number,
    findAccess: () => Promise<TopicAccess>,
    inTurn: InTurn,
  ): Promise<TopicAccess | 'failed'> {
    const { clock, log } = this.#parts;
    const { topic } = this.#room;
    let cancelLimit = () => {};
    const tooLate = new Promise<'failed'>((resolve) => {
      cancelLimit = clock.after(untilMs - clock.now(), () => {
        log.warn({ topic }, 'an access check was not answered in time');
        resolve('failed');
      });
    });
    const check = async () => {
      // It may have waited past the time-out, or the socket closed.
      if (this.#state !== state) return 'failed';
      state.changed = null;
      return await findAccess();
    };
    try {
      return (await Promise.race([inTurn(check), tooLate])) ?? 'failed';
    } catch (error) {
      if (error instanceof HttpError && error.code === 'rate_limited')
        return { ok: false, reason: error.code };
      log.warn({ err: error, topic }, 'an access check failed');
      return 'failed';
    } finally {
      cancelLimit();
    }
  }

  #release(state: Joining | Checking, access: TopicAccess & { ok: true }, reply?: object): void {
    // Messages queued in this tick follow the reply.
    this.#room.flush();
    if (this.#state !== state) return;
    if (reply) {
      const answer = { status: 'ok', response: reply } as const;
      const ref = state.name === 'joining' ? state.ref : null;
      this.connection.reply(this.joinRef, ref, this.#room.topic, answer);
    }
    const { held, changed } = state;
    const sent = held.splice(0, changed?.heldBefore ?? held.length);
    const heldBytes = held.reduce((bytes, frame) => bytes + frame.length, 0);
    const due: RecheckDue | null = changed && { name: 'due', sinceMs: changed.atMs, held, heldBytes };
    this.#state = due ?? JOINED;
    this.#grant = access.grant ?? null;
    this.#hasBeenGranted = true;
    for (const frame of sent) this.connection.send(frame);
    this.#handler.granted?.(this.#id, this);
    if (due !== null) this.#checkSoon(due);
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
