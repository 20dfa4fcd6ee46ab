import { describe, expect, test } from 'vitest';
import { displayName } from './auth.ts';
import { NAME_MAX } from './limits.ts';
import { routes } from './routes.ts';
import { operationOf } from './schemas/operations.ts';
import { cleanLine, cleanLines, cutText, cutUnits, isBlank, VISIBLE_PATTERN } from './visible-text.ts';
import { lineText } from './schemas/visible-text.ts';

const INVISIBLE = [
  ['nothing', ''],
  ['spaces of all kinds', ' \t\n\u00a0\u2003\u3000\ufeff'],
  ['zero width', '\u200b\u200c\u200d\u2060\u00ad'],
  ['the Hangul fillers', '\u115f\u1160\u3164\uffa0'],
  ['blank Braille', '\u2800'],
  ['control characters', '\u0000\u0007\u001b\u007f\u009b'],
  ['direction marks and overrides', '\u200e\u200f\u061c\u202e\u2066\u2069'],
  ['variation selectors and tags', '\ufe0f\u{e0100}\u{e0067}\u{e007f}'],
  ['a null note and an annotation mark', '\u{1d159}\ufff9'],
  ['code points that are no characters', '\uffff\ufdd0\u{1fffe}'],
  ['a mixture', ' \u3164\u200b \u2800'],
] as const;

/** What must come out as it went in. */
const KEPT = [
  ['a family', '👨‍👩‍👧‍👦'],
  ['a heart with its selector', '❤️'],
  ['a flag of regional letters', '🇯🇪'],
  ['a flag of tags', '🏴󠁧󠁢󠁥󠁮󠁧󠁿'],
  ['a skin tone', '👩🏽‍🚀'],
  ['Persian with its non-joiner', 'می‌خواهم'],
  ['Hindi with joiners', 'क्‍ष र्‍य'],
  ['Hebrew with marks of direction', 'שלום\u200f!'],
  ['Thai with a break of zero width', 'สวัสดี\u200bครับ'],
  ['accents of two kinds', 'Zoë Zoe\u0308'],
] as const;

describe.each(INVISIBLE)('%s', (_, text) => {
  test('LAYOUT-03 counts as empty', () => {
    expect([isBlank(text), cleanLine(text), cleanLines(text)]).toEqual([true, '', '']);
    expect(new RegExp(`^(?:${VISIBLE_PATTERN})$`, 'v').test(text)).toBe(false);
    expect(displayName({ name: text, full_name: 'Anna' })).toBe('Anna');
  });
});

describe.each(KEPT)('%s', (_, text) => {
  test('LAYOUT-03 is kept as it is', () => {
    expect([isBlank(text), cleanLine(text), cleanLines(text)]).toEqual([false, text, text]);
    expect(new RegExp(`^(?:${VISIBLE_PATTERN})$`, 'v').test(text)).toBe(true);
    expect(lineText(100).parse(text)).toBe(text);
    expect(displayName({ name: text })).toBe(text.normalize('NFC').replace('\u200b', ''));
  });
});

test('LAYOUT-03 names do not differ by what nobody sees', () => {
  const name = 'A\u00adn\u200bn \u2060B\u{e0041}e\u034fl\ufffal\u180e 🏴󠁧󠁢󠁥󠁮󠁧󠁿';
  expect(displayName({ name })).toBe('Ann Bell 🏴󠁧󠁢󠁥󠁮󠁧󠁿');
});

test('LAYOUT-03 a text is cut without leaving half a character', () => {
  expect([2, 3, 4].map((max) => cutUnits('😀😀', max))).toEqual(['😀', '😀', '😀😀']);
  expect([cutText('😀😀', 4), cutText('😀😀!', 4), cutText('abcde', 4)]).toEqual(['😀😀', '😀…', 'abc…']);
  expect(displayName({ name: `${'a'.repeat(NAME_MAX - 1)}😀` })).toBe('a'.repeat(NAME_MAX - 1));
});

test('LAYOUT-03 direction overrides and control characters are removed, line breaks kept where allowed', () => {
  const text = ' \u202eAn\u0007na\u001b[2J\u2066!\u2069\r\nof\rthe\u2028hills\tfar\u009b ';
  expect(cleanLine(text)).toBe('Anna[2J! of the hills far');
  expect(cleanLines(text)).toBe('Anna[2J!\nof\nthe\nhills far');
  expect(displayName({ name: text })).toBe('Anna[2J! of the hills far');
});

test.each([
  ['marks with joiners between them', `A${'\u0301\u200d'.repeat(49)}B`, `A${'\u0301\u200d'.repeat(6)}B`],
  ['marks with two joiners', `A${'\u0301\u200c\u200d'.repeat(20)}B`, `A${'\u0301\u200c\u200d'.repeat(6)}B`],
])('LAYOUT-02 beyond six, %s go', (_, text, clean) => {
  expect(cleanLine(text)).toBe(clean);
});

test.each([
  ['plain', 'क\u094d'],
  ['with a nukta', 'क\u093c\u094d'],
  ['doubled', 'क\u094d\u094d'],
  ['with two joiners', 'क\u094d\u200d\u200d'],
])('LAYOUT-02 no more than six letters are joined by a sign that is %s', (_, unit) => {
  const letters = cleanLine(`${unit.repeat(40)}क`).split(/(?<=क\u093c?\u200d*)(?=क)/u);
  for (const joined of letters) expect(joined.split('क').length - 1).toBeLessThanOrEqual(6);
  expect(letters.length).toBeGreaterThan(5);
});

test('LAYOUT-03 what people write is cleaned before it is judged, wherever they write it', () => {
  const blank = '\u200b\u3164';
  const name = operationOf(routes.updateMe).body;
  expect(name.safeParse({ name: blank }).error?.issues[0]?.message).toBe('Name cannot be empty');
  expect(name.parse({ name: 'A\u202eB' })).toEqual({ name: 'AB' });
  expect(name.parse({ name: 'Zoe\u0301' })).toEqual({ name: 'Zo\u00e9' });
  const id = crypto.randomUUID();
  const message = operationOf(routes.sendMessage).body;
  expect(message.safeParse({ id, message: blank }).success).toBe(false);
  expect(message.parse({ id, message: 'one\r\ntwo\u0007' }).message).toBe('one\ntwo');
  const report = operationOf(routes.report).body;
  expect(report.safeParse({ kind: 'event', event_id: 1, reason: blank }).success).toBe(false);
  expect(report.parse({ kind: 'event', event_id: 1, reason: 'a\nb\u202e' })).toMatchObject({
    reason: 'a\nb',
  });
  const point = { latitude: 0, longitude: 0, meet_at: null };
  const meetingPoint = operationOf(routes.setMeetingPoint).body;
  expect(meetingPoint.safeParse({ ...point, name: blank }).success).toBe(false);
  expect(meetingPoint.parse({ ...point, name: 'By the\nfountain' }).name).toBe('By the fountain');
  expect(meetingPoint.safeParse({ ...point, name: 'half \ud83d' }).success).toBe(false);
});

test('LAYOUT-02 LAYOUT-03 no character keeps more than six marks, so that none is wider than the screen', () => {
  const marks = '\u0301\u0489\u20dd'.repeat(40);
  const kept = '\u0301\u0489\u20dd\u0301\u0489\u20dd';
  expect(cleanLine(`A${marks}nn${marks}`)).toBe(`A${kept}nn${kept}`);
  expect(cleanLines(`A${marks}\nB${marks}`)).toBe(`A${kept}\nB${kept}`);
  const long = `A${'\u0301'.repeat(100_000)}`;
  expect(cleanLine(long)).toHaveLength(7);
});

test('LAYOUT-02 LAYOUT-03 no more than six letters are joined into one, so that none is wider than the screen', () => {
  for (const joined of ['क्', 'ꦏ꧀', 'က္', 'क्\u200d']) {
    const word = cleanLine(joined.repeat(50));
    const [virama = ''] = /\p{Mn}|\p{Mc}/u.exec(joined) ?? [];
    const longest = Math.max(
      ...word.split(new RegExp(`(?<!${virama}\u200d?)(?=${joined[0]})`, 'u')).map(({ length }) => length),
    );
    expect(longest).toBeLessThanOrEqual(joined.length * 6);
    expect(cleanLines(joined.repeat(50))).toBe(word);
  }
  // Words that people write.
  for (const word of ['राष्ट्र', 'कार्त्स्न्य', 'क्‍ष', 'ၐ္ဍ', 'संस्कृत']) expect(cleanLine(word)).toBe(word);
});
