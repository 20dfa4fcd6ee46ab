import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { expect, test, vi } from 'vitest';
import type { LiveEvent } from '#web/live/live-store.ts';
import { dismissToast, listToasts } from '#web/ui/feedback/toast-store.ts';
import { MeetingPointDialog } from './meeting-point-dialog.tsx';

type Fail = (error: Error) => void;
const set = vi.hoisted(() => ({ fail: (_error: Error) => {} }));
vi.mock('#web/live/queries.ts', () => ({
  useSetMeetingPoint(_eventId: number, fail: Fail) {
    set.fail = fail;
    return { isError: false, isPending: true };
  },
}));
vi.mock('#web/ui/overlays/dialog.tsx', () => ({ Dialog: () => null }));
vi.mock('#web/lib/device/away.ts', () => ({ isAway: () => false }));

/** What is said beside the dialog when its request fails. */
function saidOutside(open: boolean): string[] {
  const live = { page: { event: { id: 7 } }, meetingPoint: null } as LiveEvent;
  renderToString(createElement(MeetingPointDialog, { open, onClose: () => {}, live, viewerId: 'marie' }));
  set.fail(new Error('no network'));
  const said = listToasts();
  for (const { id } of said) dismissToast(id);
  return said.map(({ text }) => text);
}

test('LIVE-09 a meeting point that could not be set says so also once its dialog is closed', () => {
  expect(saidOutside(false)).toEqual(['The meeting point could not be set. Please try again.']);
  expect(saidOutside(true)).toEqual([]);
});
