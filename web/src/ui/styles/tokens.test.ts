import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const css = readFileSync(new URL('tokens.css', import.meta.url), 'utf8');

const THEMES = ['light', 'dark'] as const;

/** What each token is in one theme. */
function tokensOf(theme: (typeof THEMES)[number]): Record<string, string> {
  const declared = [...css.matchAll(/(--[\w-]+):\s*([^;]+);/g)].map(([, name = '', value = '']) => {
    const [, light, dark] = /^light-dark\((#\w+), (#\w+)\)$/.exec(value) ?? [];
    return [name, (theme === 'light' ? light : dark) ?? value];
  });
  return Object.fromEntries(declared);
}

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

test.each(THEMES)('RSVP-02 every text colour is readable on its grounds in the %s theme', (theme) => {
  const tokens = tokensOf(theme);
  for (const [text, grounds] of Object.entries(TEXT_ON)) {
    for (const ground of grounds) {
      expect(contrast(tokens[text], tokens[ground]), `${text} on ${ground}`).toBeGreaterThanOrEqual(4.5);
    }
  }
});

/** In degrees; how far from grey from 0 to 1. */
function hueOf(hex = ''): { hue: number; colourfulness: number } {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map(
    (at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255,
  );
  const [most, least] = [Math.max(red, green, blue), Math.min(red, green, blue)];
  const range = most - least;
  const sixths =
    range === 0
      ? 0
      : most === red
        ? (green - blue) / range
        : most === green
          ? (blue - red) / range + 2
          : (red - green) / range + 4;
  return { hue: (sixths * 60 + 360) % 360, colourfulness: range };
}

test.each(THEMES)('RSVP-02 USER-09 answers are green, orange, red and grey in the %s theme', (theme) => {
  const chip = readFileSync(new URL('../indicators/status-chip.module.css', import.meta.url), 'utf8');
  const tokens = tokensOf(theme);
  const colourOf = (status: string) => {
    const [, name = ''] =
      new RegExp(`\\.${status}[^{]*\\{[^}]*\\scolor: var\\((--[\\w-]+)\\)`).exec(chip) ?? [];
    return hueOf(tokens[name]);
  };
  const [going, maybe, notGoing] = [colourOf('accepted'), colourOf('tentative'), colourOf('declined')];
  expect(Math.abs(going.hue - 135)).toBeLessThan(20);
  expect(Math.abs(maybe.hue - 32)).toBeLessThan(10);
  expect(Math.abs(((notGoing.hue + 180) % 360) - 180)).toBeLessThan(10);
  for (const { colourfulness } of [going, maybe, notGoing]) expect(colourfulness).toBeGreaterThan(0.3);
  expect(colourOf('none').colourfulness).toBeLessThan(0.1);
  expect(colourOf('pending')).toEqual(colourOf('none'));
});

test.each(THEMES)('edges of controls can be seen in the %s theme', (theme) => {
  const tokens = tokensOf(theme);
  for (const ground of ['--paper', '--surface']) {
    expect(contrast(tokens['--line-strong'], tokens[ground]), ground).toBeGreaterThanOrEqual(3);
    expect(contrast(tokens['--focus'], tokens[ground]), ground).toBeGreaterThanOrEqual(3);
  }
});
