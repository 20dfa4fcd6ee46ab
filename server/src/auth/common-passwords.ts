/**
 * Words and sequences that head every list of leaked passwords. A password counts as common when nothing but digits and
 * punctuation is added to one of them, in whatever case and with the usual letters swapped for digits.
 */
const WORDS = new Set(
  `password passwort passw pass passphrase secret letmein welcome welcomeback admin administrator root guest login master
  iloveyou ilovey loveyou lovely sunshine princess football baseball basketball superman batman starwars pokemon
  monkey dragon shadow michael jennifer jordan charlie thomas jessica ashley daniel andrew joshua matthew hunter
  ranger buster killer trustno computer internet samsung google facebook whatever freedom nothing chocolate cookie
  flower butterfly rainbow summer winter autumn spring january february march april september october november december
  monday friday liverpool arsenal chelsea manchester everton rangers celtic england scotland london jersey
  qwerty qwertyuiop qwert qwertz azerty asdfgh asdfghjkl zxcvbn zxcvbnm qazwsx qazwsxedc qweasd qweasdzxc onetwothree
  abcdef abcdefg abcdefgh abcdefghi abc abcd changeme default temp temporary test testing testtest tester example demo
  hello hellohello helloworld hereabouts event events party festival friends friend family mother father babygirl
  angel angels jesus christ blessed heaven purple orange yellow silver golden diamond ferrari mercedes porsche
  letmeinnow access mypassword newpassword yourpassword passpass wordpass user username secure security
  starwarsfan minecraft fortnite roblox nintendo playstation xbox spiderman ironman`.split(/\s+/),
);

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

export function isCommonPassword(password: string): boolean {
  const lower = password.normalize('NFKC').toLowerCase();
  if (SEQUENCES.some((sequence) => sequence.includes(lower))) return true;
  if (/^\P{L}+$/u.test(lower) && lower.length < 12) return true;
  const bare = lower.replaceAll(/^\P{L}+|\P{L}+$/gu, '');
  return [lower, bare, unswap(lower), unswap(bare)].some((text) => WORDS.has(text));
}

const unswap = (text: string) =>
  text.replaceAll(/[013457@$!]/g, (character) => SWAPS[character] ?? character);
