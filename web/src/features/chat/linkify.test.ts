import fc from 'fast-check';
import { expect, test } from 'vitest';
import { directionOf, isOnlyEmoji, linkify } from './linkify.ts';

const links = (text: string) => linkify(text).flatMap(({ href }) => (href === null ? [] : [href]));

test.each([
  ['https://example.org', ['https://example.org/']],
  ['see http://example.org/a?b=c#d, then', ['http://example.org/a?b=c#d']],
  ['(https://example.org/a_(b)).', ['https://example.org/a_(b)']],
  ['[map](https://example.org/x)', ['https://example.org/x']],
  ['www.example.org!', ['https://www.example.org/']],
  ['two: https://a.example https://b.example', ['https://a.example/', 'https://b.example/']],
  ['HTTPS://EXAMPLE.ORG/Path', ['https://example.org/Path']],
  ['“https://example.org”', ['https://example.org/']],
  ['https://example.org/über', ['https://example.org/%C3%BCber']],
  ['https://example.org…', ['https://example.org/']],
])('CHAT-02 %s leads to %j', (text, expected) => {
  expect(links(text)).toEqual(expected);
});

test.each([
  'javascript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'vbscript:x https//example.org http:/example.org',
  'https://',
  'https://bank.example@evil.example/',
  'https://user:secret@evil.example/',
  'xhttps://example.org',
  'someone@www.example.org',
  'http://nodots',
  'file:///etc/passwd ftp://example.org',
])('CHAT-02 %s leads nowhere', (text) => {
  expect(links(text)).toEqual([]);
});

test('CHAT-02 the pieces joined are the text, and every link is http or https, whatever the text', () => {
  const bit = fc.oneof(
    fc.string({ unit: 'grapheme', maxLength: 8 }),
    fc.webUrl({ withQueryParameters: true }),
    fc.constantFrom('javascript:', 'https://', 'www.', '(', ')', '<', '>', '"', ' ', '\n', '.', '@'),
  );
  const text = fc.array(bit, { maxLength: 8 }).map((bits) => bits.join(''));
  fc.assert(
    fc.property(text, (words) => {
      const pieces = linkify(words);
      expect(pieces.map((piece) => piece.text).join('')).toBe(words);
      for (const { href } of pieces) {
        if (href !== null) expect(new URL(href).protocol).toMatch(/^https?:$/);
      }
    }),
  );
});

test('CHAT-02 a long message without an end is read in no time', () => {
  const started = performance.now();
  linkify(`https://example.org/${'('.repeat(3_900)}`);
  linkify(`https://example.org/${').'.repeat(1_900)}`);
  linkify('www.'.repeat(1_000));
  expect(performance.now() - started).toBeLessThan(1_000);
});

test('CHAT-02 a text reads the way of its first letter', () => {
  expect(['مرحبا', '12: שלום', '🎉 مرحبا abc'].map(directionOf)).toEqual(['rtl', 'rtl', 'rtl']);
  expect(['abc مرحبا', '12', '', 'über'].map(directionOf)).toEqual(['ltr', 'ltr', 'ltr', 'ltr']);
});

test('CHAT-02 a few emoji alone are told from words and numbers', () => {
  expect(['🎉', '👩‍👩‍👧‍👦 🇯🇪', '❤️', '👍🏽👍🏽👍🏽', '1️⃣'].map(isOnlyEmoji)).toEqual(Array(5).fill(true));
  expect(['', 'ok', '12', '🎉 tonight', '*', '🎉'.repeat(7)].map(isOnlyEmoji)).toEqual(Array(6).fill(false));
});
