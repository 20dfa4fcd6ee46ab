import fc from 'fast-check';
import { expect, test } from 'vitest';
import { stringWork } from '@hereabouts/testing/string-work';
import { linkify } from './linkify.ts';

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

test.each([
  ['http://аррӏе.com/account', 'xn--80ak6aa92e.com'],
  ['https://a.example.пример', 'a.example.xn--e1afmkfd'],
  ['https://müller.example/größe', undefined],
  ['https://example.org/пример', undefined],
])('CHAT-02 beside %s stands its host where that could be taken for another: %s', (text, trueHost) => {
  expect(linkify(text).map((piece) => piece.trueHost)).toEqual([trueHost]);
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

test('CHAT-02 an address longer than 2,048 characters leads nowhere, and stays in the text (S5)', () => {
  const longest = `https://a.example/${'x'.repeat(2_048 - 'https://a.example/'.length)}`;
  expect(links(longest)).toEqual([longest]);
  expect(linkify(`see ${longest}x https://b.example`)).toEqual([
    { text: `see ${longest}x `, href: null, at: 0 },
    { text: 'https://b.example', href: 'https://b.example/', at: 2_054 },
  ]);
});

/** The definition, one character at a time and without regard to work. */
function slowTail(address: string): string {
  const count = (bracket: string) => address.split(bracket).length;
  const last = address.at(-1) ?? '';
  const opening = { ')': '(', ']': '[' }[last];
  const goes = opening === undefined ? ".,:;!?'*_~…’”»".includes(last) : count(last) > count(opening);
  return goes && last !== '' ? slowTail(address.slice(0, -1)) : address;
}

test('CHAT-02 an address ends before punctuation and before brackets that it did not open', () => {
  const tail = fc.string({ unit: fc.constantFrom(...'ab()[]().,!…’'.split('')), maxLength: 30 });
  fc.assert(
    fc.property(tail, (end) => {
      expect(linkify(`https://a.example/${end}`)[0]?.text).toBe(slowTail(`https://a.example/${end}`));
    }),
  );
});

const HOSTILE: [string, (length: number) => string][] = [
  ['brackets that close', (length) => `https://a.b/${')'.repeat(length)}`],
  ['brackets that open', (length) => `https://a.b/${'('.repeat(length)}`],
  ['brackets and dots', (length) => `https://a.b/${').'.repeat(length / 2)}`],
  ['dots in the middle', (length) => `https://a.b/${'.'.repeat(length)}x)`],
  ['brackets of both kinds', (length) => `https://a.b/${'[)]'.repeat(length / 3)}`],
  ['beginnings without an end', (length) => 'www.'.repeat(length / 4)],
  ['many addresses', (length) => 'www.a.b) '.repeat(length / 9)],
  ['half addresses', (length) => 'https:/ '.repeat(length / 8)],
];
const WORK_PER_CHARACTER = 30;

test.each(HOSTILE)(
  'CHAT-02 the work for a message of %s grows no faster than its length (S5)',
  (_name, of) => {
    for (const length of [500, 1_000, 2_000, 4_000, 8_000]) {
      const text = of(length);
      expect(stringWork(() => linkify(text)) / text.length).toBeLessThan(WORK_PER_CHARACTER);
    }
  },
);
