import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { setClock } from '#web/lib/time/clock.ts';
import { OfflineBanner } from './offline-banner.tsx';
import { offlineText } from './offline-text.ts';

const inOneLine = (isOffline: boolean, waiting: number, shownAtMs: number | null = null) => {
  const { status, age } = offlineText({ isOffline, waiting, shownAtMs });
  return [...status, age].join(' ').trimEnd();
};

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
      'Offline. 2 changes are waiting to be sent. This is how it was at 09:00 on 1 May.',
    );
    expect(inOneLine(false, 1, at('2027-05-03T14:05'))).toBe(
      'Cannot reach Hereabouts. Trying again... 1 change is waiting to be sent. This is how it was at 14:05.',
    );
  } finally {
    setClock(() => Date.now());
  }
});

test('PWA-05 the age is beside the status, which is read out only for what has happened', () => {
  const drawn = renderToStaticMarkup(
    createElement(OfflineBanner, { isOffline: true, waiting: 2, shownAtMs: Date.parse('2027-05-03T14:05') }),
  );
  const [, , status = '', rest] = /<(\w+)[^>]* role="status">(.*)<\/\1>(.*)/.exec(drawn) ?? [];
  expect(status).toMatch(/Offline\..*2 changes are waiting to be sent\./);
  expect(status).not.toMatch(/This is how it was/);
  expect(rest).toMatch(/^This is how it was at 14:05/);
});
