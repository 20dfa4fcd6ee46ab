/** How opaque a background film is (LOGIN-07). */
const OPACITY = 0.15;
const LEAST_CONTRAST = 4.5;

/** Each theme's page, and those of its text colours that stand out least: a link's and a quiet line's (tokens.css). */
const THEMES = [
  {
    name: 'light',
    page: [0xfb, 0xf7, 0xf0],
    words: [
      [0x0a, 0x6c, 0x73],
      [0x50, 0x54, 0x5f],
    ],
  },
  {
    name: 'dark',
    page: [0x12, 0x14, 0x1d],
    words: [
      [0x3f, 0xb8, 0xbf],
      [0xb6, 0xb8, 0xc3],
    ],
  },
];
const WEIGHTS = [0.2126, 0.7152, 0.0722];

const linear = (value) => {
  const share = value / 255;
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
};
const luminance = (colour) => colour.reduce((sum, value, index) => sum + linear(value) * WEIGHTS[index], 0);
const contrast = (one, other) => (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);

/** What each value of a channel adds to the luminance of the page once the film lies over it. */
const tables = (page) =>
  page.map((under, channel) =>
    Float64Array.from(
      { length: 256 },
      (_, over) => linear(under * (1 - OPACITY) + over * OPACITY) * WEIGHTS[channel],
    ),
  );
const themes = THEMES.map(({ name, page, words }) => ({
  name,
  tables: tables(page),
  words: words.map(luminance),
}));

/** The least contrast that any word of the page has anywhere on a frame, by theme.
 * `pixels` are raw RGB. Throws where it is below WCAG's 4.5. */
export function checkLegible(pixels, channels) {
  const found = {};
  for (const {
    name,
    tables: [red, green, blue],
    words,
  } of themes) {
    let least = Infinity;
    let most = 0;
    for (let at = 0; at < pixels.length; at += channels) {
      const bright = red[pixels[at]] + green[pixels[at + 1]] + blue[pixels[at + 2]];
      if (bright < least) least = bright;
      if (bright > most) most = bright;
    }
    found[name] = Math.min(...words.flatMap((word) => [contrast(word, least), contrast(word, most)]));
    if (found[name] < LEAST_CONTRAST) {
      throw new Error(`Words on the ${name} page would have a contrast of ${found[name].toFixed(2)} only`);
    }
  }
  return found;
}
