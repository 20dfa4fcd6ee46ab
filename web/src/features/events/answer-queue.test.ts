import type { EventDetail } from '@hereabouts/contract/events';
import type { RsvpAnswer } from '@hereabouts/contract/invite-status';
import { StandInStorage } from '@hereabouts/testing/stand-in-storage';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ApiError, NetworkError } from '#web/lib/api/api.ts';
import { AnswerQueueSender } from './answer-queue-sender.ts';
import {
  dropAnswer,
  keepAnswer,
  markInFlight,
  noteSettled,
  queueAnswer,
  queuedAnswer,
  queuedEvents,
  sendableEvents,
} from './answer-queue.ts';

const USER = 'marie';
const EVENT = {
  id: 7,
  title: 'Bonfire',
  start_time: '2027-05-03T18:00:00.000Z',
  end_time: '2027-05-03T22:00:00.000Z',
};

/** The answer that the server has, and the one that the page shows until it is read again. */
let stored: EventDetail['my_status'];
let shown: EventDetail['my_status'];
let said: string[];
let tryAgain: (() => void) | null;
beforeEach(() => {
  // Without storage the queue is held in memory.
  vi.stubGlobal('localStorage', undefined);
  vi.stubGlobal('document', { querySelector: () => null });
  said = [];
  tryAgain = null;
});
afterEach(() => {
  noteSettled(USER, EVENT.id);
  dropAnswer(USER, EVENT.id);
  vi.unstubAllGlobals();
});

function answered(status: EventDetail['my_status']): void {
  stored = status;
  shown = status;
}
const event = () => ({ ...EVENT, my_status: shown, is_waiting: false });
const choose = (status: RsvpAnswer) => queueAnswer(USER, event(), { status });
/** Without the queue: shown at once. */
function sendAtOnce(status: RsvpAnswer): void {
  markInFlight(USER, event(), { status });
  shown = status;
}

/** @param takes what becomes of an answer that is sent; stored where it does not throw */
function start(takes: (status: RsvpAnswer) => void = () => {}) {
  const sender = new AnswerQueueSender({
    list: () => sendableEvents(USER),
    find: (id) => queuedAnswer(USER, id),
    keep: (id, answer) => keepAnswer(USER, id, answer),
    drop: (id) => dropAnswer(USER, id),
    read: async () =>
      ({
        ...EVENT,
        my_status: stored,
        my_place_in_queue: null,
        is_cancelled: false,
        has_ended: false,
      }) as EventDetail,
    async send(_id, { status }) {
      said.push(status);
      takes(status);
      stored = status;
      return { status, brings: 0, is_waiting: false };
    },
    onSent: async () => {},
    onDropped: (_id, _answer, why) => void said.push(`dropped ${why}`),
    isCurrent: () => true,
    locks: null,
    clock: {
      after(_ms, run) {
        tryAgain = run;
        return () => {};
      },
    },
  });
  sender.wake();
}

test.each(['declined', 'pending'] as const)(
  'PWA-06 a choice made while the last one is sent is sent after it, the answer before it (%s) too',
  async (before) => {
    answered(before);
    choose('accepted');
    start((status) => {
      if (status === 'accepted') choose('declined');
    });
    await expect.poll(() => tryAgain).not.toBeNull();
    tryAgain?.();
    await expect.poll(() => queuedEvents(USER)).toEqual([]);
    expect([said, stored]).toEqual([['accepted', 'declined'], 'declined']);
  },
);

test.each([
  ['declined', true],
  ['declined', false],
  ['pending', true],
  ['pending', false],
] as const)(
  'PWA-06 a choice made after a try that got no answer is sent (before: %s, stored: %s)',
  async (before, isStored) => {
    answered(before);
    choose('accepted');
    start((status) => {
      if (status !== 'accepted') return;
      if (isStored) stored = status;
      throw new NetworkError('offline');
    });
    await expect.poll(() => tryAgain).not.toBeNull();
    choose('declined');
    expect(queuedAnswer(USER, EVENT.id)?.status).toBe('declined');
    tryAgain?.();
    await expect.poll(() => queuedEvents(USER)).toEqual([]);
    expect([said, stored]).toEqual([['accepted', 'declined'], 'declined']);
  },
);

test('PWA-06 a choice made while the last one is refused is sent', async () => {
  answered('pending');
  choose('accepted');
  start((status) => {
    if (status !== 'accepted') return;
    choose('tentative');
    throw new ApiError(409, 'event_full', 'Full');
  });
  await expect.poll(() => tryAgain).not.toBeNull();
  tryAgain?.();
  await expect.poll(() => queuedEvents(USER)).toEqual([]);
  expect([said, stored]).toEqual([['accepted', 'tentative'], 'tentative']);
});

test.each([
  ['pending', false],
  ['pending', true],
  ['declined', false],
  ['declined', true],
] as const)(
  'PWA-06 a choice made while an answer is sent at once follows it (before: %s, stored: %s)',
  async (before, isStored) => {
    answered(before);
    sendAtOnce('accepted');
    choose('declined');
    start();
    expect(said).toEqual([]);
    if (isStored) stored = 'accepted';
    noteSettled(USER, EVENT.id);
    start();
    await expect.poll(() => queuedEvents(USER)).toEqual([]);
    expect([said, stored]).toEqual([['declined'], 'declined']);
  },
);

test('PWA-06 before any was sent, choosing the stored answer sends nothing', () => {
  answered('declined');
  choose('accepted');
  choose('declined');
  expect(queuedEvents(USER)).toEqual([]);
});

test('PWA-06 PWA-08 the last choice wins also where the storage has no room for it', () => {
  const storage = new StandInStorage();
  vi.stubGlobal('localStorage', storage);
  answered('pending');
  choose('accepted');
  storage.setItem = () => {
    throw new DOMException('The quota has been exceeded.', 'QuotaExceededError');
  };
  choose('declined');
  expect(queuedEvents(USER)).toEqual([EVENT.id]);
  expect(queuedAnswer(USER, EVENT.id)?.status).toBe('declined');
});

test('PWA-06 HOST-03 an answer that waits knows the party before it', () => {
  answered('accepted');
  queueAnswer(USER, { ...event(), my_brings: 2 }, { status: 'declined' });
  expect(queuedAnswer(USER, EVENT.id)?.broughtBefore).toBe(2);
});
