import { StandInStorage } from '@hereabouts/testing/stand-in-storage';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { forgetUnsent } from '#web/lib/storage/forget-unsent.ts';
import { keptChoice } from './kept-choice.ts';

beforeEach(() => {
  vi.stubGlobal('sessionStorage', new StandInStorage());
  vi.stubGlobal('localStorage', new StandInStorage());
});
afterEach(() => vi.unstubAllGlobals());

const readOf = (userId: string, eventId: number) => [...keptChoice(userId, eventId).read()];

test('PWA-04 INV-02 ticked friends are kept over a reload, for the person and the event', () => {
  keptChoice('marie', 7).keep(new Set(['tom', 'zoe']));
  expect(readOf('marie', 7)).toEqual(['tom', 'zoe']);
  expect([...readOf('marie', 70), ...readOf('tom', 7)]).toEqual([]);
  keptChoice('marie', 7).keep(new Set());
  expect(readOf('marie', 7)).toEqual([]);
});

test('SAFE-03 ticked friends are forgotten with the account', () => {
  for (const person of ['marie', 'tom']) keptChoice(person, 7).keep(new Set(['zoe']));
  forgetUnsent('marie');
  expect([readOf('marie', 7), readOf('tom', 7)]).toEqual([[], ['zoe']]);
});
