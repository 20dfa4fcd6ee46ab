import { expect, test } from 'vitest';
import { attributionHtml, OSM_ATTRIBUTION } from './attribution.ts';

test('HOME-17 the credit of OpenStreetMap leads to its notice', () => {
  expect(attributionHtml(OSM_ATTRIBUTION)).toContain(
    '© <a href="https://www.openstreetmap.org/copyright" target="_blank" rel="noreferrer">OpenStreetMap contributors</a>',
  );
});

test('HOME-17 an operator’s own credit is text, never markup', () => {
  expect(attributionHtml('<img src=x onerror="1"> & co')).toBe(
    '&#60;img src=x onerror=&#34;1&#34;&#62; &#38; co',
  );
});
