import Bowser from 'bowser';

/** The raw header is not stored. */
export type Agent = { browser: string | null; device: string | null };

/** Bounds the parser's time. */
const HEADER_MAX = 512;
const WORDS_MAX = 40;

export function describeAgent(header: string | undefined): Agent {
  if (!header) return { browser: null, device: null };
  const { browser, os, platform } = Bowser.parse(header.slice(0, HEADER_MAX));
  return { browser: words(browser.name), device: words(platform.model ?? os.name) };
}

const words = (text: string | undefined): string | null =>
  text
    ?.replaceAll(/[^\p{L}\p{N} .+_-]/gu, '')
    .slice(0, WORDS_MAX)
    .trim() || null;
