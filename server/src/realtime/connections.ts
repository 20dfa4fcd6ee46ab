import type { Clock } from '#server/clock.ts';
import { AddressShares } from './address-shares.ts';
import { CLOSE_CODES } from './close-codes.ts';
import type { Connection } from './connection.ts';
import type { PeopleControl, SessionControl } from './control.ts';
import { kindOf } from './topic-room.ts';
import type { RealtimeLimits } from './limits.ts';

const CLOSE_STEP_MS = 50;
const CLOSE_STEP_MIN = 25;

export class Connections {
  readonly #clock: Clock;
  readonly #limits: RealtimeLimits;
  /** Replaced and never mutated: most have one socket, and a set takes four times the memory. */
  readonly #byUser = new Map<string, readonly Connection[]>();
  readonly #all = new Set<Connection>();
  readonly #sockets: AddressShares;
  #onEmpty: (() => void)[] = [];

  constructor(clock: Clock, limits: RealtimeLimits) {
    this.#clock = clock;
    this.#limits = limits;
    this.#sockets = new AddressShares(limits.socketsPerAddress);
  }

  get size(): number {
    return this.#all.size;
  }

  add(connection: Connection): void {
    const { userId } = connection.viewer;
    const own = this.#byUser.get(userId);
    const tooMany = own !== undefined && own.length >= this.#limits.socketsPerUser;
    this.#byUser.set(userId, own === undefined ? [connection] : [...own, connection]);
    this.#all.add(connection);
    if (tooMany) this.#refuseOne(connection);
    this.#sockets.count(connection.from, userId, 1);
    this.#makeRoom(connection.from);
  }

  /** Refuses a socket of the session that has most, so that a stolen session takes none from its owner. */
  #refuseOne(newcomer: Connection): void {
    const bySession = Map.groupBy(
      this.#byUser.get(newcomer.viewer.userId) ?? [],
      ({ viewer }) => viewer.sessionId,
    );
    const most = [...bySession.values()].reduce((one, other) => (other.length > one.length ? other : one));
    if (most.includes(newcomer)) newcomer.refuse('too_many_connections');
    else most.find(({ isOpen }) => isOpen)?.refuse('too_many_connections');
  }

  remove(connection: Connection): void {
    const { userId } = connection.viewer;
    const others = (this.#byUser.get(userId) ?? []).filter((other) => other !== connection);
    if (others.length > 0) this.#byUser.set(userId, others);
    else this.#byUser.delete(userId);
    this.#all.delete(connection);
    this.#sockets.count(connection.from, userId, -1);
    if (this.#all.size > 0) return;
    for (const resolve of this.#onEmpty) resolve();
    this.#onEmpty = [];
  }

  of(userId: string, from: string): Connection[] {
    return (this.#byUser.get(userId) ?? []).filter((one) => one.isOpen && one.from === from);
  }

  #makeRoom(from: string): void {
    const userId = this.#sockets.heaviest(from);
    if (userId !== null) this.of(userId, from).at(0)?.close(CLOSE_CODES.tryLater, 'too many sockets');
  }

  endSessions(control: SessionControl): void {
    const candidates = control.type === 'user_ended' ? (this.#byUser.get(control.userId) ?? []) : this.#all;
    for (const connection of candidates) {
      if (control.type === 'user_ended' || connection.viewer.sessionId === control.sessionId) {
        connection.endSession();
      }
    }
  }

  recheck({ userIds, kinds }: PeopleControl): void {
    for (const userId of userIds) {
      for (const connection of this.#byUser.get(userId) ?? []) {
        for (const [topic, channel] of connection.channels) {
          if (kinds?.includes(kindOf(topic)) ?? true) channel.recheck();
        }
      }
    }
  }

  tend(tokenNoticeMs: number): void {
    const nowMs = this.#clock.now();
    for (const connection of this.#all) connection.tend(nowMs, tokenNoticeMs);
  }

  closeNow(code: number, reason: string): void {
    for (const connection of this.#all) connection.close(code, reason);
  }

  /** Resolves when no socket is left. */
  async closeAll(code: number, reason: string): Promise<void> {
    const waiting = [...this.#all];
    const steps = Math.floor(this.#limits.drainMs / CLOSE_STEP_MS);
    const perStep = Math.max(CLOSE_STEP_MIN, Math.ceil(waiting.length / steps));
    const closeSome = () => {
      for (const connection of waiting.splice(0, perStep)) connection.close(code, reason);
      if (waiting.length > 0) this.#clock.after(CLOSE_STEP_MS, closeSome);
    };
    closeSome();
    if (this.#all.size === 0) return;
    await new Promise<void>((resolve) => this.#onEmpty.push(resolve));
  }
}
