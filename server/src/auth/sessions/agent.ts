import Bowser from 'bowser';

/** Browser and device in words, for their owner to recognise; null when unknown. The raw header is not kept. */
export type Agent = { browser: string | null; device: string | null };

/** A parser reads the header with many patterns: more than this is no header of a browser. */
const HEADER_MAX = 512;
const WORDS_MAX = 40;

/** What a User-Agent header says of browser and device, without versions. */
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
