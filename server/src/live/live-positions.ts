import { quantise, type LiveFix } from './live-sharer.ts';
import { LIVE_TICK_MS, STILL_HERE } from '@hereabouts/contract/live';
import { position, watching } from '@hereabouts/contract/schemas/live';
import type { FastifyBaseLogger } from 'fastify';
import type { Clock } from '#server/clock.ts';
import type { Bus } from '#server/realtime/bus.ts';
import type { TopicMember, PushAnswer, TopicHandler } from '#server/realtime/realtime.ts';
import { createBusPositions } from './bus-positions.ts';
import { createLostLookUp, type LostFinder } from './lost-positions.ts';
import type { LiveGrant, MemberState } from './member-state.ts';
import { PendingStops } from './pending-stops.ts';
import { EventPositions } from './event-positions.ts';

export type { HeldPosition } from './lost-positions.ts';
export type { LiveGrant } from './member-state.ts';

export type LiveRules = LostFinder & {
  /** Gets the open events that have ended since the previous tick. */
  ended(eventIds: readonly number[]): void;
};

/** The latest positions, in memory only (LIVE-04): no trail, file or log. Consents are read every tick, so that any loss takes
 * effect in time without a notification. */
export type LivePositions = {
  readonly topic: Required<Pick<TopicHandler, 'granted' | 'left' | 'receive' | 'ended'>>;
  follow(rules: LiveRules): void;
  /** Acts on every process, as do `stopped` and `withdraw`. */
  started(eventId: number, userIds: readonly string[]): void;
  stopped(eventId: number, userIds: readonly string[]): void;
  /** Removes the position and refuses further ones until `started`, whatever the database has: call it before the consent is
   * deleted, `stopped` afterwards. */
  withdraw(eventId: number, userId: string): void;
  /** As in `Bus`: other processes then know who has stopped. */
  passedOn(): Promise<void>;
  /** Withdrawals whose consents are not deleted yet or may still be stored later. */
  readonly pendingStops: PendingStops;
  close(): void;
};

type OpenEvent = {
  positions: EventPositions;
  unsubscribe: () => void;
  /** The bus subscription failed; repeated when the bus reconnects. */
  hasFailedToSubscribe: boolean;
};

export type LiveParts = { bus: Bus; clock: Clock; log: Pick<FastifyBaseLogger, 'warn'> };

/** A tick so late shows that the process stood still. */
const FROZEN_AFTER_MS = 2.5 * LIVE_TICK_MS;
/** No position is sent meanwhile: a bus that stood still as well is noticed (`BUS_LOSS_SEEN_MS`), and its sockets are closed. */
const QUIET_AFTER_FREEZE_MS = 2 * LIVE_TICK_MS;

export function createLivePositions({ bus, clock, log }: LiveParts): LivePositions {
  const { publish, subscribeTo, tick: answerOthers } = createBusPositions(bus, clock);
  const events = new Map<number, OpenEvent>();
  let rules: LiveRules | null = null;
  let stopTicking: (() => void) | null = null;
  let tickedAtMs = 0;
  let quietUntilMs = -Infinity;
  const pendingStops = new PendingStops();
  let isClosed = false;

  /** Also after a freeze that no tick has noticed yet. */
  const isQuiet = (nowMs: number) => nowMs < quietUntilMs || nowMs - tickedAtMs > FROZEN_AFTER_MS;

  const subscribe = (eventId: number, entry: OpenEvent) => {
    entry.hasFailedToSubscribe = false;
    subscribeTo(eventId, entry.positions)
      .then((unsubscribe) => {
        if (events.get(eventId) !== entry) return unsubscribe();
        entry.unsubscribe = unsubscribe;
        publish(eventId, { kind: 'snapshot_please' });
      })
      .catch((error: unknown) => {
        entry.hasFailedToSubscribe = true;
        log.warn({ err: error, eventId }, 'positions of other servers are missing');
      });
  };

  const open = (eventId: number): EventPositions => {
    const known = events.get(eventId);
    if (known) return known.positions;
    const positions = new EventPositions((message) => publish(eventId, message), isQuiet);
    const entry = { positions, unsubscribe: () => {}, hasFailedToSubscribe: false };
    events.set(eventId, entry);
    subscribe(eventId, entry);
    if (stopTicking === null) {
      tickedAtMs = clock.now();
      stopTicking = clock.every(LIVE_TICK_MS, tick);
    }
    return positions;
  };

  const closeIfIdle = (eventId: number) => {
    const entry = events.get(eventId);
    if (!entry?.positions.isIdle) return;
    entry.positions.close();
    events.delete(eventId);
    entry.unsubscribe();
    if (events.size > 0) return;
    stopTicking?.();
    stopTicking = null;
  };

  const dropLost = createLostLookUp({
    listHeld: () =>
      [...events].flatMap(([eventId, { positions }]) =>
        positions.sharerIds.map((userId) => ({ eventId, userId })),
      ),
    drop({ eventId, userId }, grants) {
      events.get(eventId)?.positions.lost(userId, grants, clock.now());
      closeIfIdle(eventId);
    },
    onError(error) {
      if (!isClosed) log.warn({ err: error }, 'it is not known who still shares a position');
    },
  });

  function setBack(byMs: number): void {
    quietUntilMs -= byMs;
    for (const { positions } of events.values()) positions.setBack(byMs);
  }

  function tick(): void {
    const nowMs = clock.now();
    if (nowMs < tickedAtMs) setBack(tickedAtMs + LIVE_TICK_MS - nowMs);
    // Before a Stop that another process sent during the freeze is read.
    if (nowMs - tickedAtMs > FROZEN_AFTER_MS) quietUntilMs = nowMs + QUIET_AFTER_FREEZE_MS;
    tickedAtMs = nowMs;
    const endedIds: number[] = [];
    for (const [eventId, { positions }] of events) {
      if (positions.hasEnded(nowMs)) {
        positions.end();
        endedIds.push(eventId);
      } else {
        stopped(eventId, positions.expiredIds(nowMs));
        if (nowMs >= quietUntilMs) positions.tick(nowMs);
        answerOthers(eventId, positions);
      }
      closeIfIdle(eventId);
    }
    if (endedIds.length > 0) rules?.ended(endedIds);
    // oxlint-disable-next-line hereabouts/injected-clock -- behind the frames, which go out at the end of this tick
    setImmediate(() => void dropLost(rules));
  }

  function stopped(eventId: number, userIds: readonly string[]): void {
    if (userIds.length === 0) return;
    events.get(eventId)?.positions.stopped(userIds, clock.now());
    publish(eventId, { kind: 'stopped', userIds });
    closeIfIdle(eventId);
  }

  /** `fixOf` null: the device has not moved. */
  const takeFromDevice = (
    eventId: number,
    member: TopicMember,
    fixOf: ((state: MemberState, nowMs: number) => LiveFix | null) | null,
  ): PushAnswer => {
    const positions = open(eventId);
    const state = positions.stateOf(member);
    if (state === null) return { ok: false, reason: 'unavailable' };
    const nowMs = clock.now();
    const { sharesUntilMs, startMs, endMs } = state.grant;
    if (sharesUntilMs === null || positions.hasWithdrawn(state.userId))
      return { ok: false, reason: 'not_sharing' };
    if (nowMs < startMs || nowMs > endMs) return { ok: false, reason: 'not_running' };
    if (nowMs > sharesUntilMs) return { ok: false, reason: 'not_sharing' };
    // The message may be older than a Stop that has not been read yet. The device sends again.
    if (isQuiet(nowMs)) return { ok: false, reason: 'unavailable' };
    const fix = fixOf?.(state, nowMs);
    if (fix === null) return { ok: false, reason: 'invalid' };
    if (!state.takePosition(nowMs)) return { ok: false, reason: 'rate_limited' };
    if (fix) {
      positions.put(state.userId, fix, { sessionId: member.viewer.sessionId, untilMs: sharesUntilMs });
      publish(eventId, { kind: 'position', userId: state.userId, fix });
    } else {
      positions.touch(state.userId, nowMs);
      publish(eventId, { kind: 'contact', userId: state.userId, atMs: nowMs });
    }
    const isWatched = positions.isWatched(state.userId);
    state.sentWatched = isWatched;
    return { ok: true, reply: { is_watched: isWatched } };
  };

  const takePosition = (eventId: number, member: TopicMember, payload: unknown): PushAnswer =>
    takeFromDevice(eventId, member, (state, nowMs) => {
      const sent = position.safeParse(payload);
      if (!sent.success) return null;
      const { accuracy, age_ms, ...place } = sent.data;
      return quantise({ ...place, accuracyM: accuracy, fixedAtMs: state.fixedAtMs(nowMs - age_ms) });
    });

  const takeWatch = (eventId: number, member: TopicMember, payload: unknown): PushAnswer => {
    const positions = open(eventId);
    const state = positions.stateOf(member);
    const said = watching.safeParse(payload);
    if (state === null) return { ok: false, reason: 'unavailable' };
    if (!said.success) return { ok: false, reason: 'invalid' };
    const isWatching = said.data.is_watching ?? true;
    if (isWatching && !state.takeWatch(clock.now())) return { ok: false, reason: 'rate_limited' };
    positions.watch(state, isWatching, clock.now());
    return { ok: true };
  };

  /** Repeated: the database does not have these yet, and a process that was cut off or opens the event only now has missed them. */
  const withdrawPending = () => {
    for (const { eventId, userId, isWritten } of pendingStops.list()) {
      if (!isWritten) publish(eventId, { kind: 'withdrawn', userIds: [userId] });
    }
  };
  const stopRepeating = clock.every(LIVE_TICK_MS, withdrawPending);

  // A stop on another process may have been lost during the outage.
  bus.onChange((isConnected) => {
    if (!isConnected) return;
    for (const [eventId, entry] of events) {
      if (entry.hasFailedToSubscribe) subscribe(eventId, entry);
      entry.positions.forgetOthers(clock.now(), (userId) => pendingStops.isUnwritten({ eventId, userId }));
      publish(eventId, { kind: 'snapshot_please' });
    }
    withdrawPending();
  });

  return {
    topic: {
      granted: (id, member) => open(Number(id)).granted(member, member.grant as LiveGrant, clock.now()),
      left(id, member) {
        events.get(Number(id))?.positions.left(member);
        closeIfIdle(Number(id));
      },
      receive(id, member, event, payload) {
        if (event === 'position') return takePosition(Number(id), member, payload);
        if (event === STILL_HERE) return takeFromDevice(Number(id), member, null);
        if (event === 'watch') return takeWatch(Number(id), member, payload);
        return { ok: false, reason: 'unknown_event' };
      },
      // Deleting the consent's row may take the database too long.
      ended(control) {
        for (const [eventId, { positions }] of events) stopped(eventId, positions.idsOfEnded(control));
      },
    },
    follow(given) {
      rules = given;
    },
    started(eventId, userIds) {
      events.get(eventId)?.positions.started(userIds);
      publish(eventId, { kind: 'started', userIds });
    },
    stopped,
    withdraw(eventId, userId) {
      events.get(eventId)?.positions.withdraw([userId], clock.now());
      publish(eventId, { kind: 'withdrawn', userIds: [userId] });
      closeIfIdle(eventId);
    },
    passedOn: () => bus.passedOn(),
    pendingStops,
    close() {
      isClosed = true;
      stopTicking?.();
      stopRepeating();
      for (const { unsubscribe } of events.values()) unsubscribe();
      events.clear();
    },
  };
}
