/** Colours whose parts differ by less count as one. */
const STEP = 32;
/** Of all pixels: a colour that fewer have is a detail. */
const SHARE_MIN = 0.03;
/** 0–1: how much it counts that a colour covers more. */
const WEIGHT_OF_SHARE = 0.25;
/** Below it a colour counts as grey. */
const CHROMA_MIN = 0.03;

type Colour = { red: number; green: number; blue: number; count: number };

/** The most vivid frequent colour, as `#rrggbb`. @param rgb three bytes a pixel */
export function accentOf(rgb: Uint8Array): string {
  const colours = new Map<number, Colour>();
  for (let at = 0; at + 2 < rgb.length; at += 3) {
    const [red = 0, green = 0, blue = 0] = rgb.subarray(at, at + 3);
    const key = (Math.floor(red / STEP) << 16) | (Math.floor(green / STEP) << 8) | Math.floor(blue / STEP);
    const colour = colours.get(key) ?? { red: 0, green: 0, blue: 0, count: 0 };
    colour.red += red;
    colour.green += green;
    colour.blue += blue;
    colour.count += 1;
    colours.set(key, colour);
  }
  const total = rgb.length / 3;
  const means = [...colours.values()]
    .map(({ red, green, blue, count }) => ({ rgb: [red, green, blue].map((sum) => sum / count), count }))
    .toSorted((a, b) => b.count - a.count);
  const frequent = means.filter(({ count }, rank) => rank === 0 || count >= total * SHARE_MIN);
  const score = ({ rgb: parts, count }: (typeof means)[number]) => {
    const chroma = chromaOf(parts);
    return chroma < CHROMA_MIN ? 0 : chroma * (count / total) ** WEIGHT_OF_SHARE;
  };
  const best = frequent.reduce((one, other) => (score(other) > score(one) ? other : one));
  return `#${best.rgb.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`;
}

/** Of Oklab: 0 to about 0.32. */
function chromaOf(parts: readonly number[]): number {
  const [r = 0, g = 0, b = 0] = parts.map((part) => {
    const channel = part / 255;
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  });
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  const along = 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s;
  const across = 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s;
  return Math.hypot(along, across);
}
