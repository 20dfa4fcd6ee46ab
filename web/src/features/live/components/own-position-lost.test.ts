import { createElement, type ComponentProps } from 'react';
import { renderToString } from 'react-dom/server';
import { beforeEach, expect, test, vi } from 'vitest';
import type { Point } from '#web/lib/geo/geodesy.ts';
import type { LiveEvent } from '#web/live/live-store.ts';
import { ownPosition, type Fix, type OwnStatus } from '#web/live/own-position.ts';
import type { Button } from '#web/ui/buttons/button.tsx';
import { ListHead } from './list-head.tsx';
import { MeetingPlaceField } from './meeting-place-field.tsx';
import { MeetingPointCard } from './meeting-point-card.tsx';

type ButtonProps = ComponentProps<typeof Button>;
const buttons = vi.hoisted(() => new Map<unknown, ButtonProps>());
vi.mock('#web/ui/buttons/button.tsx', () => ({
  Button(props: ButtonProps) {
    buttons.set(props.children, props);
    return null;
  },
}));
vi.mock('#web/ui/feedback/lazy-component.tsx', () => ({ lazyComponent: () => () => null }));
vi.mock('#web/live/queries.ts', () => ({ useRemoveMeetingPoint: () => ({ isPending: false }) }));

const [THERE, HERE] = [fixAt(49.18), fixAt(49.21)];
const FRIEND = { isSharing: true, position: THERE };
const VENUE = { id: 7, location_name: 'Beach', location_latitude: 49.2, location_longitude: -2.2 };

function fixAt(latitude: number): Fix {
  return { latitude, longitude: -2.1, accuracyM: 5, speedMps: null, courseDeg: null, takenAtMs: 0 };
}

/** The viewer was last at THERE. */
const liveWith = (status: OwnStatus) =>
  ({
    phase: 'running',
    connection: 'joined',
    page: { is_creator: false, event: VENUE },
    friends: [FRIEND],
    own: { status, fix: THERE, isCoarse: false },
    meetingPoint: {
      name: 'Left of the stage',
      latitude: 49.182,
      longitude: -2.1,
      set_by: null,
      set_at: '2026-06-20T20:00:00.000Z',
      meet_at: null,
    },
  }) as unknown as LiveEvent;

function pageOf(status: OwnStatus): string {
  const live = liveWith(status);
  const head = createElement(ListHead, { title: "Who's here", live, isAnonymous: false, actions: null });
  const card = { live, viewerId: 'marie', isAnonymous: false, renderActions: undefined };
  return renderToString(head) + renderToString(createElement(MeetingPointCard, card));
}

test('LIVE-06 LIVE-09 no distance or order is told from where the viewer was before the device was lost', () => {
  const known = pageOf('found');
  expect(known).toContain(', nearest first.');
  expect(known).toMatch(/2\d0 m ± 5 m, north/);
  const lost = pageOf('searching');
  expect(lost).toContain(', sorted by name.');
  expect(lost).not.toMatch(/nearest| m ± |Turn on your location/);
});

let chosen: Point[];
beforeEach(() => {
  chosen = [];
  vi.restoreAllMocks();
});

function whereIAm(status: OwnStatus): ButtonProps {
  const props = { live: liveWith(status), place: null, isMissing: false };
  renderToString(
    createElement(MeetingPlaceField, { ...props, onChange: (place: Point) => void chosen.push(place) }),
  );
  return buttons.get('Where I am')!;
}
const press = ({ onClick }: ButtonProps) => onClick?.({} as Parameters<NonNullable<typeof onClick>>[0]);

test('LIVE-09 "Where I am" sets the pin where the viewer is found when it is pressed, or not at all', async () => {
  const located = vi.spyOn(ownPosition, 'locate');
  located.mockResolvedValueOnce(HERE);
  press(whereIAm('found'));
  await expect.poll(() => chosen).toEqual([{ latitude: HERE.latitude, longitude: HERE.longitude }]);
  located.mockResolvedValueOnce(null);
  press(whereIAm('found'));
  await Promise.resolve();
  await Promise.resolve();
  expect(chosen).toHaveLength(1);
  expect(whereIAm('searching').locked).toBe(true);
});

test('LIVE-09 what is chosen while the viewer is being found stays', async () => {
  const found = Promise.withResolvers<Fix | null>();
  vi.spyOn(ownPosition, 'locate').mockReturnValueOnce(found.promise);
  press(whereIAm('found'));
  press(buttons.get('Beach')!);
  found.resolve(HERE);
  await found.promise;
  await Promise.resolve();
  expect(chosen).toEqual([{ latitude: 49.2, longitude: -2.2 }]);
});
