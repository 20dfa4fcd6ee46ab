import { StandInStorage } from '@hereabouts/testing/stand-in-storage';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { moveUnsent } from './move-unsent.ts';
import { UNSENT_MOVED } from './unsent-keys.ts';

const told = vi.fn<(event: Event) => void>();
beforeEach(() => {
  vi.stubGlobal('sessionStorage', new StandInStorage());
  vi.stubGlobal('localStorage', new StandInStorage());
  vi.stubGlobal('dispatchEvent', told);
});
afterEach(() => vi.unstubAllGlobals());

const itemsOf = (storage: Storage) =>
  Object.fromEntries(Object.entries(storage).filter(([key]) => key.startsWith('hereabouts.')));

test('GUEST-04 CHAT-09 PWA-06 what a guest wrote or answered and did not send goes on with the account, whose own drafts and answers stay', () => {
  localStorage.setItem('hereabouts.outbox.guest.m1', 'waits');
  localStorage.setItem('hereabouts.outbox.other.m2', 'of another');
  localStorage.setItem('hereabouts.answer.guest.7', 'Maybe');
  localStorage.setItem('hereabouts.answer.guest.8', 'of the guest');
  localStorage.setItem('hereabouts.answer.zoe.8', 'of the account');
  sessionStorage.setItem('hereabouts.chat-draft.guest.7', 'half a sentence');
  sessionStorage.setItem('hereabouts.chat-draft.guest.8', 'of the guest');
  sessionStorage.setItem('hereabouts.chat-draft.zoe.8', 'of the account');
  moveUnsent('guest', 'zoe');
  expect(itemsOf(localStorage)).toEqual({
    'hereabouts.outbox.zoe.m1': 'waits',
    'hereabouts.outbox.other.m2': 'of another',
    'hereabouts.answer.zoe.7': 'Maybe',
    'hereabouts.answer.guest.8': 'of the guest',
    'hereabouts.answer.zoe.8': 'of the account',
  });
  expect(itemsOf(sessionStorage)).toMatchObject({
    'hereabouts.chat-draft.zoe.7': 'half a sentence',
    'hereabouts.chat-draft.zoe.8': 'of the account',
  });
  expect(told.mock.calls.map(([{ type }]) => type)).toEqual([UNSENT_MOVED]);
});
