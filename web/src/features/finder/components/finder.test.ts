import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import { expect, test, vi } from 'vitest';
import type { FinderTarget } from '../finder-target.ts';
import { Finder } from './finder.tsx';

vi.mock('./sign.tsx', () => ({ Sign: () => null }));
vi.mock('./heading-hint.tsx', () => ({ HeadingHint: () => null }));
vi.mock('#web/live/light-beacon.ts', () => ({ useLightBeacon: () => ({ isSending: false }) }));

const NOW = Date.parse('2026-06-20T20:00:00Z');
const own = {
  latitude: 49.18,
  longitude: -2.1,
  accuracyM: 5,
  speedMps: null,
  courseDeg: null,
  takenAtMs: NOW,
};
const spot = { latitude: 49.19, longitude: -2.1, accuracyM: 5 };

/** What a screen reader finds. */
function finder(state: FinderTarget['state'], isOwnLost: boolean): string {
  const target = { id: 'maya', name: 'Maya', spot, state, fixedAtMs: NOW };
  const props = { eventId: 7, target, own, isOwnLost, nowMs: NOW, map: null };
  return renderToString(createElement(MemoryRouter, null, createElement(Finder, props)));
}

test('FIND-01 LIVE-05 a friend is said to be last seen where they are, not where this phone is lost', () => {
  expect(finder('live', false)).toContain('Maya: north of you, 1.1 kilometres');
  expect(finder('last_seen', false)).toContain('Maya, last seen north of you, 1.1 kilometres');
  const lost = finder('live', true);
  expect(lost).not.toMatch(/last seen/i);
  expect(lost).not.toContain('north');
});
