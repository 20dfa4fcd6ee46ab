import { createElement, type ComponentProps } from 'react';
import { renderToString } from 'react-dom/server';
import { expect, test, vi } from 'vitest';
import type { EventDraft } from '../draft.ts';
import type { LocationSearch } from './location-search.tsx';
import { PlaceField } from './place-field.tsx';

type Search = ComponentProps<typeof LocationSearch>;
const search = vi.hoisted(() => ({ choose: (_place: Parameters<Search['onChoose']>[0]) => {} }));
vi.mock('#web/ui/overlays/lazy-dialog.tsx', () => ({
  lazyDialog: () => (props: Search) => {
    search.choose = props.onChoose;
    return null;
  },
}));
vi.mock('./point-field.tsx', () => ({ PointField: () => null }));

const GOREY = { latitude: 49.2, longitude: -2.02 };
const QUAY = { latitude: 49.18, longitude: -2.1 };

/** What becomes of the point of a form when a place is typed that is not listed. */
function pointAfterTyping(placeName: string, point: EventDraft['point'], listed?: EventDraft['point']) {
  let changed: Partial<EventDraft> = {};
  const draft = { placeName, placeAddress: '', point };
  const onChange = (part: Partial<EventDraft>) => void (changed = { ...changed, ...part });
  renderToString(createElement(PlaceField, { draft, onChange, placeError: null, pointError: null }));
  if (listed) search.choose({ name: 'Listed', address: '', ...listed });
  changed = {};
  search.choose({ name: 'Our garden' });
  return 'point' in changed ? changed.point : 'kept';
}

test('LOC-08 HOST-07 a typed place does not take over the point of the place that the form came with', () => {
  expect(pointAfterTyping('Gorey', GOREY)).toBeNull();
});

test('LOC-08 a typed place takes the point that was set before it, and not that of a listed place', () => {
  expect(pointAfterTyping('', GOREY)).toBe('kept');
  expect(pointAfterTyping('', null)).toBeNull();
  expect(pointAfterTyping('', { ...QUAY }, QUAY)).toBeNull();
});
