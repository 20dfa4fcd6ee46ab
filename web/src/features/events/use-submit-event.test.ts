import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { beforeEach, expect, test, vi } from 'vitest';
import { EMPTY_DRAFT, type EventDraft } from './draft.ts';
import type { ImageSender, Settled } from './image-sender.ts';
import { useSubmitEvent, type FoundProblem } from './use-submit-event.ts';
import type { Saving } from './use-saving.ts';

const callUpload = vi.hoisted(() => vi.fn<() => Promise<{ path: string }>>());
vi.mock('#web/lib/api/api.ts', () => ({
  READ_TIMEOUT_MS: 20_000,
  ApiError: Error,
  isServerResponse: () => false,
  callUpload,
}));
vi.mock('#web/lib/device/away.ts', () => ({ isAway: () => false }));
vi.stubGlobal('fetch', () => Promise.resolve(new Response('cover')));

const DRAFT: EventDraft = {
  ...EMPTY_DRAFT,
  title: 'Bonfire',
  start: '2031-06-20T19:00',
  end: '2031-06-20T22:00',
  placeName: 'Gorey',
  point: { latitude: 49.2, longitude: -2 },
};

const nobody = async () => [];
const READY: Settled = { state: 'ready', picture: null };

const start = vi.fn<Saving['start']>();
const onProblem = vi.fn<(problem: FoundProblem | null) => void>();
beforeEach(() => {
  start.mockClear();
  onProblem.mockClear();
  callUpload.mockResolvedValue({ path: 'cover' });
});

/** The form of `draft`, while `settled` tells of its picture. */
function formOf(draft: EventDraft, settled: Promise<Settled>) {
  const forms: ReturnType<typeof useSubmitEvent>[] = [];
  const sender = { settled: () => settled } as Partial<ImageSender> as ImageSender;
  function Form() {
    forms.push(
      useSubmitEvent({
        draft,
        base: EMPTY_DRAFT,
        hasEnded: false,
        image: { upload: { state: 'idle' }, loading: null, sender },
        saving: { start, ask: () => {}, isBusy: false } as Partial<Saving> as Saving,
        onProblem,
        onCoverStored: () => {},
        onAttempt: () => {},
      }),
    );
    return null;
  }
  renderToString(createElement(Form));
  return forms[0]!;
}

/** The pictures of the events that were sent. */
const saved = () => start.mock.calls.map(([sent]) => sent.draft.image);

test('EVF-06 EVF-26 an event is sent with the picture that it waited for, or with its cover', async () => {
  await formOf(DRAFT, Promise.resolve({ state: 'ready', picture: { image: 'sea', cover: null } })).submit(
    nobody,
  );
  await formOf({ ...DRAFT, cover: 'surf' }, Promise.resolve(READY)).submit(nobody);
  const surf: Settled = { state: 'ready', picture: { image: null, cover: 'surf' } };
  await formOf({ ...DRAFT, image: 'sea' }, Promise.resolve(surf)).submit(nobody);
  expect(saved()).toEqual(['sea', 'cover', 'cover']);
});

test('EVF-06 no event is sent without the picture that was given up or replaced while it waited', async () => {
  await formOf(DRAFT, Promise.resolve({ state: 'cancelled' })).submit(nobody);
  expect(saved()).toEqual([]);
});

test('EVF-06 EVF-26 nothing is sent once the person has left, whatever it waits for', async () => {
  const picture = Promise.withResolvers<Settled>();
  const waiting = formOf(DRAFT, picture.promise);
  const left = waiting.submit(nobody);
  waiting.giveUp();
  picture.resolve({ state: 'ready', picture: { image: 'sea', cover: null } });
  await left;

  const cover = Promise.withResolvers<{ path: string }>();
  callUpload.mockReturnValue(cover.promise);
  const covered = formOf({ ...DRAFT, cover: 'surf' }, Promise.resolve(READY));
  const leftCover = covered.submit(nobody);
  await expect.poll(() => callUpload.mock.calls.length).toBeGreaterThan(0);
  covered.giveUp();
  cover.resolve({ path: 'cover' });
  await leftCover;
  expect(saved()).toEqual([]);
});

test('HOST-07 EVF-16 an event waits for the friends it is for, and says at their field that they could not be read', async () => {
  const friends = Promise.withResolvers<string[]>();
  const waiting = formOf({ ...DRAFT, image: 'sea' }, Promise.resolve(READY)).submit(() => friends.promise);
  await expect.poll(() => onProblem.mock.calls).toEqual([[null]]);
  expect(saved()).toEqual([]);
  friends.resolve(['ann']);
  await waiting;
  expect(start.mock.calls.map(([sent]) => sent.draft.inviteeIds)).toEqual([['ann']]);

  await formOf(DRAFT, Promise.resolve(READY)).submit(() => Promise.reject(new Error('no network')));
  expect(saved()).toHaveLength(1);
  expect(onProblem).toHaveBeenLastCalledWith({
    text: 'Could not load your friends. Please try again.',
    fields: ['friends'],
  });
});

test('HOST-07 nothing is sent, and nothing said, once the person has left before the friends have come', async () => {
  const form = formOf({ ...DRAFT, image: 'sea' }, Promise.resolve(READY));
  for (const end of ['resolve', 'reject'] as const) {
    const friends = Promise.withResolvers<string[]>();
    const asked = vi.fn<() => Promise<string[]>>(() => friends.promise);
    const left = form.submit(asked);
    await expect.poll(() => asked).toHaveBeenCalled();
    form.giveUp();
    if (end === 'resolve') friends.resolve([]);
    else friends.reject(new Error('no network'));
    await left;
  }
  expect([saved(), onProblem.mock.calls]).toEqual([[], [[null], [null]]]);
});
