import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { expect, test, vi } from 'vitest';
import type { LiveEvent } from '#web/live/live-store.ts';
import { MeetingPointCard } from './meeting-point-card.tsx';

vi.mock('#web/ui/feedback/lazy-component.tsx', () => ({ lazyComponent: () => () => null }));
vi.mock('#web/live/queries.ts', () => ({ useRemoveMeetingPoint: () => ({ isPending: false }) }));

const november = (day: number, hour: number, minute: number) => new Date(2026, 10, day, hour, minute);

/** What the card says of a point of Friday the 20th at that moment. */
function card(now: Date): string {
  const live = {
    page: { is_creator: false, event: { id: 7 } },
    own: { status: 'unasked', fix: null },
    nowMs: now.getTime(),
    meetingPoint: {
      name: 'Left of the stage',
      latitude: 49.182,
      longitude: -2.1,
      set_by: null,
      set_at: november(20, 21, 5).toISOString(),
      meet_at: november(20, 21, 30).toISOString(),
    },
  } as unknown as LiveEvent;
  const props = { live, viewerId: 'marie', isAnonymous: true, renderActions: undefined };
  return renderToString(createElement(MeetingPointCard, props));
}

test('LIVE-09 the times of a meeting point have their day where that is not today', () => {
  const today = card(november(20, 21, 10));
  expect(today).toContain('>At 21:30<');
  expect(today).toContain('>Set by somebody at 21:05<');
  const nextDay = card(november(21, 20, 0));
  expect(nextDay).toContain('>Fri 20 Nov at 21:30<');
  expect(nextDay).toContain('>Set by somebody on Fri 20 Nov at 21:05<');
});
