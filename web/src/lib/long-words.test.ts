import fc from 'fast-check';
import { expect, test } from 'vitest';
import { breakLongWords } from './long-words.ts';

const textsOf = (text: string) => breakLongWords(text).map((piece) => piece.text);

test('LAYOUT-02 only a run of a hundred characters is taken apart, and nothing is lost', () => {
  expect(textsOf('')).toEqual(['']);
  expect(breakLongWords('plain words, '.repeat(50))).toHaveLength(1);
  expect(breakLongWords('漢字'.repeat(200))).toHaveLength(1);
  expect(textsOf(`see ${'W'.repeat(250)} there`).map(({ length }) => length)).toEqual([104, 100, 56]);
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 1_000 }), (text) => {
      expect(textsOf(text).join('')).toBe(text);
    }),
  );
});

test('LAYOUT-02 no piece begins within a character', () => {
  const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });
  for (const character of ['e\u0301', '👨‍👩‍👧‍👦', '👍🏽', '🇯🇪', 'क\u094d\u200dषा', '\u05d0\u05b8']) {
    for (let offset = 0; offset < 8; offset += 1) {
      const text = 'x'.repeat(offset) + character.repeat(300);
      const starts = new Set([...graphemes.segment(text)].map(({ index }) => index));
      for (const { at } of breakLongWords(text)) expect(starts.has(at)).toBe(true);
    }
  }
});

test.each([
  ['an ordinary sign that is an emoji elsewhere', '©'],
  ['a space that does not break', 'W\u00a0'],
  ['a joiner', 'W\u200d'],
  ['a joiner between emoji', '👨\u200d'],
  ['a word joiner in a script that breaks', '漢\u2060'],
  ['quotation marks in a script that breaks', '漢"'],
])('LAYOUT-02 what does not break by %s is taken apart', (_, unit) => {
  const pieces = textsOf(unit.repeat(1_000));
  expect(pieces.join('')).toBe(unit.repeat(1_000));
  for (const piece of pieces) expect(piece.length).toBeLessThanOrEqual(2 * 130);
});
