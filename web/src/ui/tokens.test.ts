import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const css = readFileSync(new URL('tokens.css', import.meta.url), 'utf8');

function declarations(selector: string): Record<string, string> {
  const start = css.indexOf(`${selector} {`);
  const block = css.slice(css.indexOf('{', start) + 1, css.indexOf('}', start));
  return Object.fromEntries(
    [...block.matchAll(/([\w-]+):\s*([^;]+);/g)].map((match) => [match[1], match[2]]),
  );
}

const light = declarations(':root');
const bySystem = declarations(":root:not([data-theme='light'])");
const byChoice = declarations(":root[data-theme='dark']");

/** Contrast of two opaque hex colours (WCAG 2). */
function contrast(a: string | undefined, b: string | undefined): number {
  const luminance = (hex = '') => {
    const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
      const channel = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
      return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const [one, two] = [luminance(a), luminance(b)];
  return (Math.max(one, two) + 0.05) / (Math.min(one, two) + 0.05);
}

test('the dark theme is the same by the system’s wish and by choice', () => {
  expect(Object.keys(bySystem).length).toBeGreaterThan(20);
  expect(byChoice).toEqual(bySystem);
});

const TEXT_ON = {
  '--ink': ['--paper', '--surface', '--surface-sunken', '--surface-raised', '--tide-tint', '--gorse-tint'],
  '--ink-soft': ['--paper', '--surface', '--surface-sunken', '--surface-raised'],
  '--tide': ['--paper', '--surface', '--surface-raised', '--tide-tint'],
  '--flare-text': ['--paper', '--surface', '--surface-raised'],
  '--danger': ['--paper', '--surface', '--surface-raised'],
  '--going': ['--going-tint'],
  '--maybe': ['--maybe-tint'],
  '--not-going': ['--not-going-tint'],
  '--no-response': ['--no-response-tint'],
  '--on-flare': ['--flare', '--flare-strong'],
  '--on-gorse': ['--gorse'],
  '--on-tide': ['--tide-fill'],
};

test.each(['light', 'dark'])(
  'RSVP-02 every text colour is readable on its grounds in the %s theme',
  (theme) => {
    const tokens: Record<string, string> = theme === 'light' ? light : { ...light, ...bySystem };
    for (const [text, grounds] of Object.entries(TEXT_ON)) {
      for (const ground of grounds) {
        expect(contrast(tokens[text], tokens[ground]), `${text} on ${ground}`).toBeGreaterThanOrEqual(4.5);
      }
    }
  },
);

test.each(['light', 'dark'])('edges of controls can be seen in the %s theme', (theme) => {
  const tokens: Record<string, string> = theme === 'light' ? light : { ...light, ...bySystem };
  for (const ground of ['--paper', '--surface']) {
    expect(contrast(tokens['--line-strong'], tokens[ground]), ground).toBeGreaterThanOrEqual(3);
    expect(contrast(tokens['--focus'], tokens[ground]), ground).toBeGreaterThanOrEqual(3);
  }
});
