import { StandInStorage } from '@hereabouts/testing/stand-in-storage';
import { createElement, type ComponentProps } from 'react';
import { renderToString } from 'react-dom/server';
import { afterEach, expect, test, vi } from 'vitest';
import type { Button } from '#web/ui/buttons/button.tsx';
import type { Dialog } from '#web/ui/overlays/dialog.tsx';
import { leaveThem } from '#web/texts/guest-merge.tsx';
import { BringAlongDialog } from './bring-along-dialog.tsx';

type Press = ComponentProps<typeof Button>['onClick'];
const buttons = vi.hoisted(() => new Map<unknown, unknown>());
vi.mock('#web/ui/buttons/button.tsx', () => ({
  Button({ children, onClick }: ComponentProps<typeof Button>) {
    buttons.set(children, onClick);
    return null;
  },
}));
vi.mock('#web/ui/overlays/dialog.tsx', () => ({
  Dialog: ({ footer }: ComponentProps<typeof Dialog>) => footer,
}));
vi.mock('#web/auth/replaced-guest.ts', async (importOriginal) => ({
  ...(await importOriginal<object>()),
  readReplacedGuest: () => ({ userId: 'guest', name: 'Zoe', replacedBy: 'zoe' }),
  endReplacedGuest: vi.fn<() => void>(),
}));
vi.mock('../queries.ts', () => ({ useMergeGuest: () => ({ isPending: false, isError: false }) }));
afterEach(() => vi.unstubAllGlobals());

test('GUEST-04 whoever leaves the guest’s things leaves what the guest had not sent, too', () => {
  vi.stubGlobal('localStorage', new StandInStorage());
  for (const person of ['guest', 'zoe']) localStorage.setItem(`hereabouts.outbox.${person}.m1`, 'waits');
  renderToString(createElement(BringAlongDialog, { viewerId: 'zoe' }));
  const press = buttons.get(leaveThem) as NonNullable<Press>;
  press({} as Parameters<NonNullable<Press>>[0]);
  expect(localStorage.getItem('hereabouts.outbox.guest.m1')).toBeNull();
  expect(localStorage.getItem('hereabouts.outbox.zoe.m1')).toBe('waits');
});
