import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { type LandFile, landOfTile, readLand } from './land.ts';
import { mercatorX, mercatorY, worldSidePx } from './mercator.ts';
import { PLACES } from './places.ts';

const file = new URL('../../../public/basemap/land.json', import.meta.url);
const land = readLand(JSON.parse(readFileSync(file, 'utf8')) as LandFile);

/** Whether the drawn base map has land there, at a zoom level. */
function isLand(latitude: number, longitude: number, zoom: number): boolean {
  const side = worldSidePx(zoom);
  const [x, y] = [mercatorX(longitude) * side, mercatorY(latitude) * side];
  const tile = { x: Math.floor(x / 256), y: Math.floor(y / 256), z: zoom };
  const [px, py] = [x - tile.x * 256, y - tile.y * 256];
  const parts = landOfTile(land, tile, 16);
  const part = parts.findLast(
    ({ window }) => !window || (px >= window[0] && px <= window[2] && py >= window[1] && py <= window[3]),
  );
  return (part?.rings ?? []).filter((ring) => contains(ring, px, py)).length % 2 === 1;
}

function contains(ring: number[], x: number, y: number): boolean {
  let inside = false;
  for (let i = 0, j = ring.length - 2; i < ring.length; j = i, i += 2) {
    const [x1, y1, x2, y2] = [ring[i] ?? 0, ring[i + 1] ?? 0, ring[j] ?? 0, ring[j + 1] ?? 0];
    if (y1 > y !== y2 > y && x < ((x2 - x1) * (y - y1)) / (y2 - y1) + x1) inside = !inside;
  }
  return inside;
}

test.each([
  ['Liberation Square', 49.1826, -2.1108],
  ['Royal Square', 49.1836, -2.1076],
  ['Fort Regent', 49.1813, -2.1058],
  ['Gorey', 49.1978, -2.0262],
  ['Mont Orgueil', 49.1994, -2.0197],
  ['St Aubin', 49.1874, -2.1712],
  ['Corbière', 49.1815, -2.2435],
  ['Jersey Airport', 49.2079, -2.1955],
  ['St Peter Port', 49.4555, -2.5415],
  ['Paris', 48.857, 2.352],
  ['Orléans', 47.9, 1.9],
  ['Blois, at the edge of the detailed coast', 47.59, 1.33],
  ['Chukotka, across the 180th meridian', 66.5, 179.9],
  ['Chukotka, on its far side', 66.5, -179.8],
  ['Antarctica', -80, 0],
])('HOME-17 the drawn map has %s on land, at every zoom', (_, latitude, longitude) => {
  for (const zoom of [10, 13, 16, 19])
    expect([zoom, isLand(latitude, longitude, zoom)]).toEqual([zoom, true]);
});

test.each([
  ['St Aubin’s Bay', 49.1815, -2.145],
  ['the sea west of Corbière', 49.18, -2.29],
  ['the sea east of Gorey', 49.197, -2.0],
  ['the sea between the islands', 49.35, -2.35],
  ['the North Sea', 56, 3],
  ['the Dover strait', 51, 1.45],
  ['the Arctic Ocean', 78, -140],
  ['the Pacific', 30, -179],
])('HOME-17 the drawn map has %s at sea, at every zoom', (_, latitude, longitude) => {
  for (const zoom of [5, 10, 13, 16, 19]) {
    expect([zoom, isLand(latitude, longitude, zoom)]).toEqual([zoom, false]);
  }
});

test('HOME-17 parishes and villages are named on land, open bays at sea', () => {
  const islands = PLACES.filter(
    ({ latitude, longitude }) => latitude > 49.1 && longitude > -2.8 && longitude < -1.98,
  );
  const wrong = islands.filter(({ kind, latitude, longitude }) => {
    if (kind === 'parish' || kind === 'village') return !isLand(latitude, longitude, 14);
    return (kind === 'bay' || kind === 'sea') && isLand(latitude, longitude, 14);
  });
  expect(wrong.map(({ name }) => name)).toEqual([]);
});
