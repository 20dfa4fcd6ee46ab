/** Variations of these are recognised. */
const STEMS_MAX = 2_000;
const STEM_LENGTH_MIN = 4;
/** Words of this product (ASVS 6.1.2). */
const OWN_WORDS = ['hereabouts', 'jersey', 'event', 'events', 'party', 'festival', 'friend', 'friends'];

const SWAPS: Record<string, string> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
  '!': 'i',
};
const SEQUENCES = [
  '01234567890123456789',
  '98765432109876543210',
  'abcdefghijklmnopqrstuvwxyz',
  'qwertyuiopasdfghjklzxcvbnm',
];

type Lists = { all: ReadonlySet<string>; stems: ReadonlySet<string> };
let lists: Promise<Lists> | undefined;

/** Takes 0.1 s: on the first password instead of at startup. */
async function load(): Promise<Lists> {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  const all = dictionary['passwords-common'].map(String);
  const stems = all.slice(0, STEMS_MAX).filter((stem) => stem.length >= STEM_LENGTH_MIN);
  return { all: new Set(all), stems: new Set([...stems, ...OWN_WORDS]) };
}

/** The 49,000 most common ones ignoring case, and the first 2,000 also with digits and punctuation around or digits for
 * letters. */
export async function isCommonPassword(password: string): Promise<boolean> {
  const lower = password.normalize('NFKC').toLowerCase();
  if (SEQUENCES.some((sequence) => sequence.includes(lower))) return true;
  if (/^\P{L}+$/u.test(lower) && lower.length < 12) return true;
  lists ??= load().catch((error: unknown) => {
    // The next password tries again: packages may be missing for the moment of an upgrade.
    lists = undefined;
    throw error;
  });
  const { all, stems } = await lists;
  const bare = lower.replaceAll(/^\P{L}+|\P{L}+$/gu, '');
  return all.has(lower) || [lower, bare, unswap(lower), unswap(bare)].some((text) => stems.has(text));
}

const unswap = (text: string) =>
  text.replaceAll(/[013457@$!]/g, (character) => SWAPS[character] ?? character);
