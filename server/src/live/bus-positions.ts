import { randomBytes } from 'node:crypto';
import type { Clock } from '#server/clock.ts';
import type { Bus } from '#server/realtime/bus.ts';
import { encodeBusMessage, parseBusMessage, SENDER_BYTES, type BusMessage } from './bus-messages.ts';
import type { EventPositions } from './event-positions.ts';

const subjectOf = (eventId: number) => `positions.${eventId}`;

export function createBusPositions(bus: Pick<Bus, 'publish' | 'subscribe'>, clock: Pick<Clock, 'now'>) {
  const sender = randomBytes(SENDER_BYTES);
  const self = sender.toString('hex');

  const publish = (eventId: number, message: BusMessage) =>
    bus.publish(subjectOf(eventId), encodeBusMessage(sender, message));

  const publishOwnFixes = (eventId: number, positions: EventPositions) => {
    for (const [userId, fix, atMs] of positions.ownFixes()) {
      publish(eventId, { kind: 'position', userId, fix });
      publish(eventId, { kind: 'contact', userId, atMs });
    }
  };

  /** Events whose positions were requested since the last tick, and whether they were requested again. */
  const asked = new WeakMap<EventPositions, { isAgain: boolean }>();
  /** Answers at once, then once a tick: opening and closing an event repeatedly makes others publish no more often. */
  const answer = (eventId: number, positions: EventPositions) => {
    const answered = asked.get(positions);
    if (answered !== undefined) {
      answered.isAgain = true;
      return;
    }
    asked.set(positions, { isAgain: false });
    publishOwnFixes(eventId, positions);
  };

  const receive = (eventId: number, positions: EventPositions, bytes: Buffer) => {
    const received = parseBusMessage(bytes);
    if (received === null || received.sender === self) return;
    const { message } = received;
    if (message.kind === 'position') positions.put(message.userId, message.fix, null);
    else if (message.kind === 'contact') positions.touch(message.userId, message.atMs);
    else if (message.kind === 'started') positions.started(message.userIds);
    else if (message.kind === 'stopped') positions.stopped(message.userIds, clock.now());
    else if (message.kind === 'withdrawn') positions.withdraw(message.userIds, clock.now());
    else if (message.kind === 'watched')
      positions.receiveWatched(received.sender, message.userIds, clock.now());
    else answer(eventId, positions);
  };

  return {
    publish,
    /** Call it every tick: answers requests for this process's positions that came after the last answer. */
    tick: (eventId: number, positions: EventPositions) => {
      const isAskedAgain = asked.get(positions)?.isAgain === true;
      asked.delete(positions);
      if (isAskedAgain) answer(eventId, positions);
    },
    /** Applies the messages of other processes to `positions`. */
    subscribeTo: (eventId: number, positions: EventPositions) =>
      bus.subscribe(subjectOf(eventId), (bytes) => receive(eventId, positions, bytes)),
  };
}
