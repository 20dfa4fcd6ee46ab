import type { EventDetail } from '@hereabouts/contract/events';
import { MutationObserver, QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { noteServerAway } from '#web/lib/device/away.ts';
import { listToasts } from '#web/ui/feedback/toast-store.ts';
import { sendingOf } from './answer-queries.ts';
import { dropAnswer, isInFlight, queueAnswer, queuedAnswer } from './answer-queue.ts';
import type { Seat } from './answer-result.ts';
import { eventKey } from './queries.ts';

const USER = 'marie';
const EVENT = {
  id: 7,
  title: 'Bonfire',
  start_time: '2027-05-03T18:00:00.000Z',
  end_time: '2027-05-03T22:00:00.000Z',
  my_status: 'pending',
  my_brings: 0,
  my_place_in_queue: null,
} as EventDetail;

let client: QueryClient;
let response: PromiseWithResolvers<Response>;
const fetched = vi.fn<typeof fetch>(() => response.promise);
beforeEach(() => {
  vi.stubGlobal('localStorage', undefined);
  vi.stubGlobal('document', { querySelector: () => null });
  vi.stubGlobal('navigator', { onLine: true });
  vi.stubGlobal('fetch', fetched.mockClear());
  response = Promise.withResolvers();
  client = new QueryClient();
  client.setQueryData(eventKey(EVENT.id), EVENT);
});
afterEach(() => {
  dropAnswer(USER, EVENT.id);
  noteServerAway(false);
  vi.unstubAllGlobals();
});

const shown = () => client.getQueryData<EventDetail>(eventKey(EVENT.id))!;

const take = (seat: Seat) => response.resolve(Response.json(seat));

/** Sends Going at once, on a line that takes it and gives no answer. */
async function pressGoing(): Promise<{ outcome: Promise<unknown> }> {
  const sending = new MutationObserver(client, sendingOf(client, USER));
  const outcome = sending
    .mutate({ answer: { status: 'accepted', brings: 2 }, event: { ...EVENT, is_waiting: false } })
    .catch(() => {});
  await expect.poll(() => fetched).toHaveBeenCalled();
  return { outcome };
}

test('PWA-06 an answer that got no answer is queued once the server is away', async () => {
  const { outcome } = await pressGoing();
  noteServerAway(true);
  response.reject(new TypeError('no network'));
  await outcome;
  expect(queuedAnswer(USER, EVENT.id)).toMatchObject({
    status: 'accepted',
    before: 'pending',
    broughtBefore: 0,
    sent: { status: 'accepted', brings: 2 },
  });
  expect(isInFlight(USER, EVENT.id)).toBe(false);
});

test.each([
  ['gets no answer', () => response.reject(new TypeError('no network'))],
  [
    'is refused',
    () => {
      const error = { code: 'event_full', message: 'Full' };
      response.resolve(Response.json({ error }, { status: 409 }));
    },
  ],
])(
  'PWA-06 a choice that is queued while an earlier one is sent stands where that one %s',
  async (_how, end) => {
    const { outcome } = await pressGoing();
    noteServerAway(true);
    queueAnswer(USER, { ...shown(), is_waiting: false }, { status: 'declined' });
    end();
    await outcome;
    expect(queuedAnswer(USER, EVENT.id)).toMatchObject({
      status: 'declined',
      before: 'pending',
      broughtBefore: 0,
      sent: { status: 'accepted', brings: 2 },
    });
    expect(listToasts()).toEqual([]);
    expect(shown().my_status).toBe('pending');
  },
);

test('HOME-23 an answer settles its own event, whatever event its button belongs to by then', async () => {
  const sending = new MutationObserver(client, sendingOf(client, USER));
  const outcome = sending.mutate({ answer: { status: 'declined' }, event: { ...EVENT, is_waiting: false } });
  await expect.poll(() => fetched).toHaveBeenCalled();
  sending.setOptions(sendingOf(client, USER));
  take({ status: 'declined', brings: 0, is_waiting: false });
  await outcome;
  expect(isInFlight(USER, EVENT.id)).toBe(false);
});

test('PWA-06 an answer is no longer on its way once it was taken, however long the page is read again', async () => {
  const reading = new QueryObserver(client, {
    queryKey: eventKey(EVENT.id),
    queryFn: () => new Promise(() => {}),
  });
  const stop = reading.subscribe(() => {});
  const sending = new MutationObserver(client, sendingOf(client, USER));
  void sending.mutate({ answer: { status: 'accepted' }, event: { ...EVENT, is_waiting: false } });
  await expect.poll(() => fetched).toHaveBeenCalled();
  take({ status: 'accepted', brings: 0, is_waiting: false });
  await expect.poll(() => sending.getCurrentResult().isPending).toBe(false);
  expect(reading.getCurrentResult().fetchStatus).toBe('fetching');
  stop();
});

test('RSVP-01 HOME-23 NOTE-03 HOST-08 what became of an answer is shown before anything is read again', async () => {
  const others = { my_status: 'pending', is_waiting: false };
  client.setQueryData(eventKey(EVENT.id), { ...EVENT, other_counts: { waiting: 2 } });
  client.setQueryData(['home'], {
    pages: [
      {
        events: [
          { id: 7, ...others },
          { id: 8, ...others },
        ],
      },
    ],
  });
  const told = (id: number) => ({ event: { id }, invitation: { ...others, can_answer: true } });
  const list = { notifications: [told(7), told(8), { event: { id: 7 }, invitation: null }] };
  client.setQueryData(['notifications', 'list'], { pages: [list] });
  const { outcome } = await pressGoing();
  take({ status: 'pending', brings: 1, is_waiting: true });
  await outcome;
  const mine = { my_status: 'pending', is_waiting: true };
  expect(shown()).toMatchObject({ my_status: 'pending', my_brings: 1, my_place_in_queue: 3 });
  expect(client.getQueryData(['home'])).toEqual({
    pages: [
      {
        events: [
          { id: 7, ...mine, my_brings: 1 },
          { id: 8, ...others },
        ],
      },
    ],
  });
  expect(client.getQueryData(['notifications', 'list'])).toEqual({
    pages: [
      {
        notifications: [
          { event: { id: 7 }, invitation: { ...mine, can_answer: false } },
          told(8),
          { event: { id: 7 }, invitation: null },
        ],
      },
    ],
  });
});
