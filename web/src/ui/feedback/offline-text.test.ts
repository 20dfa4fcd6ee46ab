import { expect, test } from 'vitest';
import { setClock } from '#web/lib/time/clock.ts';
import { offlineText } from './offline-text.ts';

const inOneLine = (isOffline: boolean, waiting: number, shownAtMs: number | null = null) =>
  offlineText({ isOffline, waiting, shownAtMs }).join(' ');

test('RT-02 offline the line counts unsent messages', () => {
  expect(inOneLine(true, 0)).toBe('You are offline.');
  expect(inOneLine(true, 1)).toBe('You are offline. 1 change is waiting to be sent.');
  expect(inOneLine(true, 3)).toBe('You are offline. 3 changes are waiting to be sent.');
});

test('RT-02 RT-03 the line counts unsent messages also where the server cannot be reached', () => {
  expect(inOneLine(false, 0)).toBe('Cannot reach Hereabouts. Trying again...');
  expect(inOneLine(false, 1)).toBe(
    'Cannot reach Hereabouts. Trying again... 1 change is waiting to be sent.',
  );
  expect(inOneLine(false, 2)).toBe(
    'Cannot reach Hereabouts. Trying again... 2 changes are waiting to be sent.',
  );
});

test('PWA-05 the line says how old is what is shown, with the day where it is another one', () => {
  const at = (text: string) => new Date(text).getTime();
  setClock(() => at('2027-05-03T16:00'));
  try {
    expect(inOneLine(true, 0, at('2027-05-03T14:05'))).toBe('Offline. This is how it was at 14:05.');
    expect(inOneLine(true, 2, at('2027-05-01T09:00'))).toBe(
      'Offline. This is how it was at 09:00 on 1 May. 2 changes are waiting to be sent.',
    );
    expect(inOneLine(false, 1, at('2027-05-03T14:05'))).toBe(
      'Cannot reach Hereabouts. Trying again... 1 change is waiting to be sent. This is how it was at 14:05.',
    );
  } finally {
    setClock(() => Date.now());
  }
});
