/** The head of every list of leaked passwords, for feedback while typing. The service has the whole list and the last word: it
 * refuses all of these too. */
const STEMS = new Set(
  `password qwerty qwertyuiop qwert azerty asdfgh asdfghjkl zxcvbn zxcvbnm qazwsx iloveyou letmein welcome admin monkey
  dragon football baseball sunshine princess shadow superman master michael jennifer jordan charlie computer
  internet liverpool arsenal chelsea hereabouts jersey`.split(/\s+/),
);
const SEQUENCES = ['abcdefghijklmnopqrstuvwxyz', 'qwertyuiopasdfghjklzxcvbnm'];
/** Digits and signs alone, up to this length. */
const LETTERLESS_MAX = 11;
const SWAPS: Record<string, string> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
};

/** Also with digits or signs around it, or letters swapped for them. */
export function isFirstGuessed(password: string): boolean {
  const lower = password.normalize('NFKC').toLowerCase();
  const letters = [...lower.matchAll(/\p{L}/gu)];
  const [first, last] = [letters[0], letters.at(-1)];
  if (first === undefined || last === undefined) return lower.length <= LETTERLESS_MAX;
  const bare = lower.slice(first.index, last.index + last[0].length);
  const isSequence = SEQUENCES.some((sequence) => sequence.includes(lower));
  return isSequence || [lower, bare].some((text) => STEMS.has(text) || STEMS.has(unswapped(text)));
}

const unswapped = (text: string) =>
  text.replaceAll(/[013457@$]/g, (character) => SWAPS[character] ?? character);
