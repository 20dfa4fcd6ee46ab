import type { Page } from 'playwright-core';

/** The corners of the colour space, and what is hard to tell from the text. */
export const EXTREME_TINTS = [
  '#000000',
  '#ffffff',
  '#808080',
  '#ff0000',
  '#00ff00',
  '#0000ff',
  '#ffff00',
  '#ff00ff',
  '#00ffff',
  '#0a6c73',
  '#c8361a',
  '#12141d',
];

/** Text and where it stands on a tinted page; at least 4.5, and 3 for the edges of controls (WCAG 2.2, AA). */
const PAIRS: readonly (readonly [text: string, grounds: readonly string[], atLeast: number])[] = [
  ['--ink', ['--paper', '--surface', '--surface-sunken', '--surface-raised'], 4.5],
  ['--ink-soft', ['--paper', '--surface', '--surface-sunken', '--surface-raised'], 4.5],
  ['--tide', ['--paper', '--surface', '--surface-raised', '--tide-tint'], 4.5],
  ['--flare-text', ['--paper', '--surface', '--flare-tint'], 4.5],
  ['--danger', ['--paper', '--surface', '--surface-raised'], 4.5],
  ['--going', ['--paper'], 4.5],
  ['--maybe', ['--paper'], 4.5],
  ['--not-going', ['--paper'], 4.5],
  ['--no-response', ['--paper'], 4.5],
  ['--paper', ['--ink'], 4.5],
  ['--line-strong', ['--paper', '--surface'], 3],
  ['--focus', ['--paper', '--surface'], 3],
];

/** What the browser makes of the roles on a page of this tint, as pixels. */
export const contrastsOn = (page: Page, tint: string) =>
  page.evaluate(
    ([colour, pairs]) => {
      document.documentElement.style.setProperty('--tint', colour);
      const canvas = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true });
      if (canvas === null) throw new Error('No canvas');
      const probe = document.body.appendChild(document.createElement('i'));
      const luminanceOf = (role: string): number => {
        probe.style.color = `var(${role})`;
        canvas.fillStyle = getComputedStyle(probe).color;
        canvas.fillRect(0, 0, 1, 1);
        const [red = 0, green = 0, blue = 0] = [...canvas.getImageData(0, 0, 1, 1).data].map((part) => {
          const channel = part / 255;
          return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
        });
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
      };
      const found = pairs.flatMap(([text, grounds, atLeast]) =>
        grounds.map((ground) => {
          const [one, other] = [luminanceOf(text), luminanceOf(ground)];
          const ratio = (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
          return { text, ground, ratio, atLeast };
        }),
      );
      probe.remove();
      return found;
    },
    [tint, PAIRS] as const,
  );
