import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** `styles`: for the first paint. `fill`: the script that writes the page's data into the markup. */
type Page = { title: string; markup: string; styles: string; fill: string | null };
/** From scripts/prerender.mjs; pages by path. */
type Prerendered = { script: string; pages: Readonly<Record<string, Page>> };

const TITLE = /<title>.*?<\/title>/s;
const STYLE_SHEET = /<link rel="stylesheet"[^>]*>/;
const EMPTY_ROOT = '<div id="root"></div>';
const BODY_END = '</body>';

/** Pages that are complete before any script runs (PWA-07), by path. */
export function readPrerendered(folder: string, html: string): ReadonlyMap<string, string> {
  const file = join(folder, 'prerendered.json');
  if (!existsSync(file)) return new Map();
  const { script, pages } = JSON.parse(readFileSync(file, 'utf8')) as Prerendered;
  const whole = Object.entries(pages).map(([path, page]) => [path, withPage(html, page, script)] as const);
  return new Map(whole);
}

/** The style sheet goes behind the markup, where it holds up nothing: the message of a page that does not start (ERR-04) is
 * first. */
function withPage(html: string, { title, markup, styles, fill }: Page, script: string): string {
  const [sheet = ''] = STYLE_SHEET.exec(html) ?? [];
  const filled = fill === null ? '' : `<script>${fill}</script>`;
  const root = `<div id="root" data-prerendered="">${markup}</div>${filled}`;
  return html
    .replace(sheet, '')
    .replace('<head>', () => `<head><script>${script}</script><style>${styles}</style>`)
    .replace(TITLE, () => title)
    .replace(EMPTY_ROOT, () => root)
    .replace(BODY_END, () => sheet + BODY_END);
}
