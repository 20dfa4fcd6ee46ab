import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { beforeEach, expect, test, vi } from 'vitest';
import { EMPTY_DRAFT, type EventDraft } from './draft.ts';
import type { ImageSender, Settled } from './image-sender.ts';
import { useSubmitEvent } from './use-submit-event.ts';
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

const start = vi.fn<Saving['start']>();
beforeEach(() => {
  start.mockClear();
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
        onProblem: () => {},
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
  await formOf(DRAFT, Promise.resolve({ state: 'ready', picture: { image: 'sea', cover: null } })).submit([]);
  await formOf({ ...DRAFT, cover: 'surf' }, Promise.resolve({ state: 'ready', picture: null })).submit([]);
  const surf: Settled = { state: 'ready', picture: { image: null, cover: 'surf' } };
  await formOf({ ...DRAFT, image: 'sea' }, Promise.resolve(surf)).submit([]);
  expect(saved()).toEqual(['sea', 'cover', 'cover']);
});

test('EVF-06 no event is sent without the picture that was given up or replaced while it waited', async () => {
  await formOf(DRAFT, Promise.resolve({ state: 'cancelled' })).submit([]);
  expect(saved()).toEqual([]);
});

test('EVF-06 EVF-26 nothing is sent once the person has left, whatever it waits for', async () => {
  const picture = Promise.withResolvers<Settled>();
  const waiting = formOf(DRAFT, picture.promise);
  const left = waiting.submit([]);
  waiting.giveUp();
  picture.resolve({ state: 'ready', picture: { image: 'sea', cover: null } });
  await left;

  const cover = Promise.withResolvers<{ path: string }>();
  callUpload.mockReturnValue(cover.promise);
  const covered = formOf({ ...DRAFT, cover: 'surf' }, Promise.resolve({ state: 'ready', picture: null }));
  const leftCover = covered.submit([]);
  await expect.poll(() => callUpload.mock.calls.length).toBeGreaterThan(0);
  covered.giveUp();
  cover.resolve({ path: 'cover' });
  await leftCover;
  expect(saved()).toEqual([]);
});
