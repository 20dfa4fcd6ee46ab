/** `trueHost`: of an address whose letters may be taken for others, as Cyrillic ones for Latin ones. */
export type TextPiece = {
  readonly text: string;
  readonly href: string | null;
  readonly at: number;
  readonly trueHost?: string;
};

/** Up to a space or what ends an address in prose; its tail is checked afterwards. */
const CANDIDATE = /(?<![\p{L}\p{N}_@/.-])(?:https?:\/\/|www\.)[^\s<>"`\\^{|}]+/giu;
const TRAILING = new Set(".,:;!?'*_~…’”»");
/** Latin letters with their accents are as they look. */
const BEYOND_LATIN = /[^\u0020-\u017f]/;
const OPENING_OF: Readonly<Record<string, string>> = { ')': '(', ']': '[' };
/** Code units; no browser or server is sure to take more. */
const ADDRESS_MAX = 2_048;

/** Links http and https only; an address with a name or password before its host is not linked, because it reads like
 * another host. The pieces joined are the text. */
export function linkify(text: string): TextPiece[] {
  const pieces: TextPiece[] = [];
  let end = 0;
  for (const { 0: candidate, index } of text.matchAll(CANDIDATE)) {
    const shown = withoutTail(candidate);
    const href = addressOf(shown);
    if (href === null) continue;
    if (index > end) pieces.push({ text: text.slice(end, index), href: null, at: end });
    pieces.push({ text: shown, href, at: index, ...trueHostOf(shown, href) });
    end = index + shown.length;
  }
  if (end < text.length || pieces.length === 0) pieces.push({ text: text.slice(end), href: null, at: end });
  return pieces;
}

/** "(see https://example.org/a_(b))." links to `https://example.org/a_(b)`. Linear time, because anybody can send any text. */
function withoutTail(candidate: string): string {
  const left: Record<string, number> = { '(': 0, ')': 0, '[': 0, ']': 0 };
  for (const character of candidate) {
    const seen = left[character];
    if (seen !== undefined) left[character] = seen + 1;
  }
  let end = candidate.length;
  for (; end > 0; end--) {
    const last = candidate.charAt(end - 1);
    const opening = OPENING_OF[last];
    if (opening === undefined && !TRAILING.has(last)) break;
    if (opening === undefined) continue;
    const closed = left[last] ?? 0;
    if (closed <= (left[opening] ?? 0)) break;
    left[last] = closed - 1;
  }
  return candidate.slice(0, end);
}

function trueHostOf(shown: string, href: string): { trueHost?: string } {
  const { hostname } = new URL(href);
  const [typed = ''] = shown.replace(/^https?:\/\//i, '').split(/[/?#]/, 1);
  return hostname.includes('xn--') && BEYOND_LATIN.test(typed) ? { trueHost: hostname } : {};
}

function addressOf(shown: string): string | null {
  if (shown.length > ADDRESS_MAX) return null;
  const address = /^www\./i.test(shown) ? `https://${shown}` : shown;
  if (!URL.canParse(address)) return null;
  const url = new URL(address);
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return null;
  if (url.username !== '' || url.password !== '') return null;
  const isName = url.hostname.includes('.') || url.hostname === 'localhost' || url.hostname.startsWith('[');
  return isName ? url.href : null;
}
