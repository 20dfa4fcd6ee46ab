import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { EMPTY_DRAFT, type EventDraft } from './draft.ts';
import { keptForm, saveDraft } from './saved-draft.ts';

const items = new Map<string, string>();
beforeEach(() =>
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
  }),
);
afterEach(() => vi.unstubAllGlobals());

/** The times of a draft that was kept in London, as it is found in this zone. */
function foundIn(zone: string, times: Partial<EventDraft>) {
  const draft = { ...EMPTY_DRAFT, ...times };
  saveDraft('marie.new', { draft, base: draft }, 'Europe/London');
  const found = keptForm('marie.new', EMPTY_DRAFT, zone);
  expect(found?.base).toEqual(found?.draft);
  const { start, end, startAt, endAt } = found!.draft;
  return { start, end, startAt, endAt };
}

test('EVF-20 EVF-02 a draft that is found in another time zone is saved with the times that it shows', () => {
  const [start, end] = ['2027-07-03T19:00', '2027-07-03T21:00'];
  const [startAt, endAt] = ['2027-07-03T18:00:00.000Z', '2027-07-03T20:00:00.000Z'];
  const typed = { start, end, startAt: null, endAt };
  expect(foundIn('Europe/London', typed)).toEqual(typed);
  expect(foundIn('Europe/Paris', typed)).toEqual({ ...typed, endAt: null });
  expect(foundIn('Europe/Paris', { start, end, startAt, endAt })).toEqual({
    start: '2027-07-03T20:00',
    end: '2027-07-03T22:00',
    startAt,
    endAt,
  });
  expect(foundIn('Europe/Paris', { start, end, startAt, endAt: null })).toEqual({
    start: '2027-07-03T20:00',
    end,
    startAt,
    endAt: null,
  });
});
