import { expect, test } from 'vitest';
import { measurePages } from './check-size.mjs';

const manifest = {
  'index.html': {
    file: 'entry.js',
    isEntry: true,
    imports: ['_react.js'],
    dynamicImports: ['home.tsx', 'login.tsx'],
  },
  '_react.js': { file: 'react.js' },
  '_card.js': { file: 'card.js', imports: ['_react.js'] },
  'home.tsx': {
    file: 'home.js',
    imports: ['_card.js', 'index.html'],
    dynamicImports: ['map.tsx'],
    css: ['home.css'],
  },
  'login.tsx': { file: 'login.js', imports: ['index.html'] },
  'map.tsx': { file: 'map.js', imports: ['_card.js'] },
};
const BYTES = {
  'entry.js': 1000,
  'react.js': 60_000,
  'card.js': 500,
  'home.js': 20_000,
  'login.js': 2000,
  'map.js': 9e6,
};

test('a page counts the entry, itself and shared chunks once, and no chunk it loads later', () => {
  expect(measurePages(manifest, (file) => BYTES[file])).toEqual([
    { page: 'home.tsx', kb: 81.5 },
    { page: 'login.tsx', kb: 63 },
  ]);
});

test('a manifest without an entry has no pages', () => {
  expect(measurePages({ 'a.css': { file: 'a.css' } }, () => 1)).toEqual([]);
});
