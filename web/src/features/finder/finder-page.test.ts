import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import { expect, test, vi } from 'vitest';
import type { LivePhase } from '#web/live/live-store.ts';
import { FinderPage } from './finder-page.tsx';
import { MEETING_POINT } from './finder-target.ts';

const live = vi.hoisted(() => ({ phase: '' }));
vi.mock('#web/ui/feedback/lazy-component.tsx', () => ({ lazyComponent: () => () => null }));
vi.mock('#web/live/live-store.ts', () => ({
  useLive: () => ({ status: 'ready', friends: [], meetingPoint: null, own: { fix: null }, ...live }),
}));

/** The way to the meeting point of an event that has none (any more). */
function finder(phase: LivePhase): string {
  live.phase = phase;
  const page = createElement(FinderPage, { eventId: 7, targetId: MEETING_POINT });
  return renderToString(createElement(MemoryRouter, null, page));
}

test('FIND-01 SAFE-04 whoever is on the way to the meeting point of an event that is cancelled is told so', () => {
  expect(finder('before')).toContain('There is no meeting point');
  const cancelled = finder('cancelled');
  expect(cancelled).toContain('The event was cancelled');
  expect(cancelled).not.toContain('There is no meeting point');
});
