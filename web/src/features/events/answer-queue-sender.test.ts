import type { EventDetail } from '@hereabouts/contract/events';
import { beforeEach, expect, test } from 'vitest';
import { ApiError, NetworkError } from '#web/lib/api/api.ts';
import { AnswerQueueSender } from './answer-queue-sender.ts';
import type { QueuedAnswer } from './answer-queue.ts';
import type { Seat } from './answer-result.ts';

const [START, END] = ['2027-05-03T18:00:00.000Z', '2027-05-03T22:00:00.000Z'];
const queued = (part: Partial<QueuedAnswer> = {}): QueuedAnswer => ({
  status: 'accepted',
  title: 'Bonfire',
  before: 'pending',
  startTime: START,
  endTime: END,
  wasWaiting: false,
  ...part,
});
const event = (part: Partial<EventDetail> = {}) =>
  ({
    id: 7,
    title: 'Bonfire',
    my_status: 'pending',
    my_place_in_queue: null,
    start_time: START,
    end_time: END,
    is_cancelled: false,
    has_ended: false,
    ...part,
  }) as EventDetail;

let queue: Map<number, QueuedAnswer>;
let said: string[];
let retries: (() => void)[];
let isCurrent: boolean;
const SEAT: Seat = { status: 'accepted', brings: 0, is_waiting: false };
beforeEach(() => {
  queue = new Map([[7, queued()]]);
  said = [];
  retries = [];
  isCurrent = true;
});

function start(
  read: () => Promise<EventDetail>,
  send: () => Promise<unknown> = async () => {},
  locks: LockManager | null = null,
  show: (seat: Seat) => Promise<void> = async () => {},
) {
  const sender = new AnswerQueueSender({
    list: () => [...queue.keys()],
    find: (id) => queue.get(id),
    keep: (id, answer) => void queue.set(id, answer),
    drop: (id) => void queue.delete(id),
    read,
    async send(id, answer) {
      said.push(`send ${id} ${answer.status}${answer.epoch ? ` of ${answer.epoch}` : ''}`);
      await send();
      return SEAT;
    },
    onSent(id, seat) {
      said.push(`sent ${id}`);
      return show(seat);
    },
    onDropped: (id, _answer, why) => void said.push(`dropped ${id} ${why}`),
    isCurrent: () => isCurrent,
    locks,
    clock: {
      after(_ms, run) {
        retries.push(run);
        return () => void (retries = retries.filter((one) => one !== run));
      },
    },
  });
  sender.wake();
  return sender;
}

test('PWA-06 a queued answer is sent once the event can be read, the last choice', async () => {
  let isThere = false;
  start(async () => {
    if (!isThere) throw new NetworkError('offline');
    return event();
  });
  await expect.poll(() => retries).toHaveLength(1);
  expect([said, queue.size]).toEqual([[], 1]);
  queue.set(7, queued({ status: 'tentative' }));
  isThere = true;
  retries[0]?.();
  await expect.poll(() => said).toEqual(['send 7 tentative', 'sent 7']);
  expect(queue.size).toBe(0);
});

test('PWA-06 an answer leaves the queue once what became of it is shown', async () => {
  const shown = Promise.withResolvers<void>();
  const seats: Seat[] = [];
  start(
    async () => event(),
    undefined,
    null,
    (seat) => {
      seats.push(seat);
      return shown.promise;
    },
  );
  await expect.poll(() => seats).toEqual([SEAT]);
  expect(queue.size).toBe(1);
  shown.resolve();
  await expect.poll(() => queue.size).toBe(0);
});

test('OPS-11 a queued answer is sent with the epoch that it was given under', async () => {
  queue.set(7, queued({ epoch: 'e-1' }));
  start(async () => event());
  await expect.poll(() => said).toEqual(['send 7 accepted of e-1', 'sent 7']);
});

test.each<[string, QueuedAnswer, Partial<EventDetail>]>([
  ['cancelled', queued(), { is_cancelled: true }],
  ['ended', queued(), { has_ended: true }],
  ['answered_elsewhere', queued(), { my_status: 'declined' }],
  ['answered_elsewhere', queued({ before: 'tentative' }), { my_status: 'declined' }],
  ['answered_elsewhere', queued(), { my_place_in_queue: 3 }],
  [
    'answered_elsewhere',
    queued({ status: 'declined', sent: { status: 'accepted' } }),
    { my_status: 'tentative' },
  ],
  [
    'answered_elsewhere',
    queued({ brings: 1, before: 'accepted', broughtBefore: 0 }),
    { my_status: 'accepted', my_brings: 2 },
  ],
  [
    'answered_elsewhere',
    queued({ status: 'declined', before: 'accepted', broughtBefore: 1 }),
    { my_status: 'accepted', my_brings: 2 },
  ],
  ['asked_again', queued({ before: 'tentative', sent: { status: 'declined' } }), { my_status: 'pending' }],
  ['asked_again', queued({ before: 'tentative' }), { my_status: 'pending' }],
  ['asked_again', queued(), { my_status: 'pending', start_time: '2027-05-04T18:00:00.000Z' }],
  ['asked_again', queued({ status: 'declined', wasWaiting: true }), { my_status: 'pending' }],
  ['answered_elsewhere', queued({ status: 'declined', wasWaiting: true }), { my_status: 'tentative' }],
  [
    'answered_elsewhere',
    queued({ status: 'declined', wasWaiting: true, broughtBefore: 2 }),
    { my_status: 'accepted', my_brings: 1 },
  ],
])('PWA-06 an answer is dropped where it is out of date: %s', async (why, answer, now) => {
  queue.set(7, answer);
  start(async () => event(now));
  await expect.poll(() => said).toEqual([`dropped 7 ${why}`]);
  expect(queue.size).toBe(0);
});

test.each<[string, QueuedAnswer, Partial<EventDetail>]>([
  ['accepted', queued(), { my_status: 'accepted' }],
  ['accepted', queued({ before: 'tentative', wait: true }), { my_place_in_queue: 3 }],
  ['declined', queued({ status: 'declined', wasWaiting: true }), { my_status: 'declined' }],
  [
    'declined',
    queued({ status: 'declined', sent: { status: 'accepted', wait: true } }),
    { my_place_in_queue: 3 },
  ],
  [
    'tentative',
    queued({ status: 'tentative', sent: { status: 'accepted', wait: true } }),
    { my_status: 'accepted' },
  ],
  [
    'accepted',
    queued({ brings: 1, before: 'tentative', broughtBefore: 0, sent: { status: 'accepted', brings: 2 } }),
    { my_status: 'accepted', my_brings: 2 },
  ],
  [
    'tentative',
    queued({ status: 'tentative', before: 'accepted', broughtBefore: 2 }),
    { my_status: 'tentative', my_brings: 0 },
  ],
])(
  'PWA-06 an answer that arrived without its confirmation is no other one: %s',
  async (status, answer, now) => {
    queue.set(7, answer);
    start(async () => event(now));
    await expect.poll(() => said).toEqual([`send 7 ${status}`, 'sent 7']);
  },
);

test.each(['declined', 'tentative'] as const)(
  'PWA-06 HOST-08 a guest who moved up meanwhile answered nothing: what they chose while they waited is sent: %s',
  async (status) => {
    queue.set(7, queued({ status, wasWaiting: true, broughtBefore: 1 }));
    start(async () => event({ my_status: 'accepted', my_brings: 1 }));
    await expect.poll(() => said).toEqual([`send 7 ${status}`, 'sent 7']);
  },
);

test('PWA-06 HOST-03 each try compares with the party that the last one found', async () => {
  queue.set(7, queued({ before: 'accepted', brings: 1 }));
  start(
    async () => event({ my_status: 'accepted', my_brings: 2 }),
    async () => Promise.reject(new NetworkError('offline')),
  );
  await expect.poll(() => retries).toHaveLength(1);
  start(async () => event({ my_status: 'accepted', my_brings: 3 }));
  await expect.poll(() => said).toEqual(['send 7 accepted', 'dropped 7 answered_elsewhere']);
});

test('PWA-06 a new time that kept the answers leaves the queued one as it is', async () => {
  queue.set(7, queued({ before: 'tentative' }));
  start(async () => event({ my_status: 'tentative', start_time: '2027-05-04T18:00:00.000Z' }));
  await expect.poll(() => said).toEqual(['send 7 accepted', 'sent 7']);
});

test.each([
  [new ApiError(409, 'event_full', 'Full'), 'full'],
  [new ApiError(404, 'not_found', 'Not found'), 'gone'],
  [new ApiError(409, 'event_ended', 'Over'), 'ended'],
  [new ApiError(409, 'event_cancelled', 'Cancelled'), 'cancelled'],
  [new ApiError(409, 'conflict', 'Restored', { epoch: 'Restored' }), 'outdated'],
  [new ApiError(400, 'invalid', 'No'), 'refused'],
])('PWA-06 an answer that the server refuses is dropped with the reason: %s', async (error, why) => {
  start(
    async () => event(),
    async () => {
      throw error;
    },
  );
  await expect.poll(() => said).toEqual(['send 7 accepted', `dropped 7 ${why}`]);
  expect(queue.size).toBe(0);
});

test.each([
  [429, 'rate_limited'],
  [500, 'internal'],
  [503, 'unavailable'],
  [502, null],
  [404, null],
  [403, null],
] as const)(
  'PWA-06 a server that answers %i (%s) for now, or a proxy in its place, keeps the answer waiting',
  async (status, code) => {
    for (const failing of ['read', 'send']) {
      const fail = async () => Promise.reject(new ApiError(status, code, 'later'));
      retries = [];
      start(failing === 'read' ? fail : async () => event(), fail);
      await expect.poll(() => retries).toHaveLength(1);
      expect(queue.size).toBe(1);
    }
  },
);

test('PWA-06 an event whose answer the server fails to take holds up no other, and a busy server is left in peace', async () => {
  for (const [status, left] of [
    [500, [7]],
    [503, [7, 8]],
  ] as const) {
    queue = new Map([
      [7, queued()],
      [8, queued()],
    ]);
    retries = [];
    let asked = 0;
    start(async () => {
      asked += 1;
      if (asked === 1) throw new ApiError(status, 'internal', 'later');
      return event();
    });
    await expect.poll(() => retries).toHaveLength(1);
    expect([...queue.keys()]).toEqual(left);
  }
});

test.each(['another person signs in', 'the session ends'])(
  'PWA-06 an answer is not sent where %s while its event is read',
  async (what) => {
    const read = Promise.withResolvers<EventDetail>();
    const sender = start(() => read.promise);
    if (what === 'the session ends') sender.stop();
    else isCurrent = false;
    read.resolve(event());
    await new Promise((resolve) => setImmediate(resolve));
    expect([said, queue.size]).toEqual([[], 1]);
  },
);

test.each(['another person has signed in', 'the session has ended'])(
  'PWA-05 PWA-06 an answer that is refused once %s is told to nobody, and waits',
  async (what) => {
    const sent = Promise.withResolvers<void>();
    const sender = start(
      async () => event(),
      () => sent.promise,
    );
    await expect.poll(() => said).toEqual(['send 7 accepted']);
    if (what === 'the session has ended') sender.stop();
    else isCurrent = false;
    sent.reject(new ApiError(409, 'event_full', 'Full'));
    await new Promise((resolve) => setImmediate(resolve));
    expect([said, queue.size]).toEqual([['send 7 accepted'], 1]);
  },
);

test('PWA-06 what became of the answer of one person is not shown to the next', async () => {
  const sent = Promise.withResolvers<void>();
  start(
    async () => event(),
    () => sent.promise,
  );
  await expect.poll(() => said).toEqual(['send 7 accepted']);
  isCurrent = false;
  sent.resolve();
  await expect.poll(() => queue.size).toBe(0);
  expect(said).toEqual(['send 7 accepted']);
});

test('PWA-06 PWA-08 where the browser refuses locks, what is queued is sent without one', async () => {
  const request = async () => Promise.reject(new DOMException('', 'SecurityError'));
  start(async () => event(), undefined, { request } as unknown as LockManager);
  await expect.poll(() => said).toEqual(['send 7 accepted', 'sent 7']);
});
