import { expect, test } from 'vitest';
import { describeAgent } from './agent.ts';

test.each([
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1',
    { browser: 'Safari', device: 'iPhone' },
  ],
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:128.0) Gecko/20100101 Firefox/128.0',
    { browser: 'Firefox', device: 'Windows' },
  ],
  [
    'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Mobile Safari/537.36',
    { browser: 'Chrome', device: 'Android' },
  ],
  ['curl/8.0.1', { browser: null, device: null }],
  ['', { browser: null, device: null }],
  [undefined, { browser: null, device: null }],
])('SESS-01 browser and device in words: %s', (header, expected) => {
  expect(describeAgent(header)).toEqual(expected);
});

test('SESS-01 a header that somebody made up leaves no markup and no more than a few words', () => {
  for (const header of [
    `<script>alert(1)</script>/1.0 x`,
    `${'x'.repeat(60_000)}/1 Android Foo`,
    '\u0000/1 (',
  ]) {
    for (const words of Object.values(describeAgent(header))) {
      expect(words ?? '').toMatch(/^[\p{L}\p{N} .+_-]{0,40}$/u);
    }
  }
});
