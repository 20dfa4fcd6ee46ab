import { expect, test } from 'vitest';
import { LABEL_LINE_PX, placeLabels } from './place-labels.ts';
import { type Place, PLACES } from './places.ts';

const widthOf = (place: Place) => place.name.length * 7;
const namesAt = (zoom: number) => placeLabels(PLACES, zoom, widthOf).map(({ place }) => place.name);

test('HOME-17 no name lies over another, at any zoom', () => {
  for (let zoom = 2; zoom <= 19; zoom += 1) {
    const boxes = placeLabels(PLACES, zoom, widthOf).map(({ place, x, y, dotted }) => ({
      left: x - widthOf(place) / 2,
      right: x + widthOf(place) / 2,
      top: dotted ? y : y - LABEL_LINE_PX[place.kind] / 2,
      bottom: dotted ? y + LABEL_LINE_PX[place.kind] : y + LABEL_LINE_PX[place.kind] / 2,
      name: place.name,
    }));
    for (const [i, a] of boxes.entries()) {
      for (const b of boxes.slice(i + 1)) {
        const over = a.left < b.right && a.right > b.left && a.top < b.bottom && a.bottom > b.top;
        expect(over ? `${zoom}: ${a.name} over ${b.name}` : '').toBe('');
      }
    }
  }
});

test('HOME-17 Jersey’s names appear as one looks nearer', () => {
  expect(namesAt(8)).toContain('Jersey');
  expect(namesAt(8)).not.toContain('St Helier');
  expect(namesAt(11)).toEqual(expect.arrayContaining(['St Helier', 'Gorey', 'St Aubin']));
  expect(namesAt(15)).toEqual(
    expect.arrayContaining(['Liberation Square', 'Fort Regent', 'Elizabeth Castle']),
  );
});

test('HOME-17 where two names compete, the earlier one wins', () => {
  const place = (name: string): Place => ({
    name,
    kind: 'bay',
    latitude: 49,
    longitude: -2,
    from: 1,
    to: 19,
  });
  const placed = placeLabels([place('first'), place('second')], 10, widthOf);
  expect(placed.map(({ place: { name } }) => name)).toEqual(['first']);
});
