import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

type Page = { title: string; markup: string; styles: readonly string[] };
/** As scripts/prerender.mjs writes it; pages by path. */
type Prerendered = { script: string; pages: Readonly<Record<string, Page>> };

const TITLE = /<title>.*?<\/title>/s;
const EMPTY_ROOT = '<div id="root"></div>';

/** The pages that are the same for everybody, complete before any script runs (PWA-07); by path, without a query. */
export function readPrerendered(folder: string, html: string): ReadonlyMap<string, string> {
  const file = join(folder, 'prerendered.json');
  if (!existsSync(file)) return new Map();
  const { script, pages } = JSON.parse(readFileSync(file, 'utf8')) as Prerendered;
  const whole = Object.entries(pages).map(([path, page]) => [path, withPage(html, page, script)] as const);
  return new Map(whole);
}

function withPage(html: string, { title, markup, styles }: Page, script: string): string {
  const links = styles
    .filter((path) => !html.includes(`"/${path}"`))
    .map((path) => `<link rel="stylesheet" crossorigin href="/${path}">`);
  const root = `<div id="root" data-prerendered="">${markup}</div>`;
  return html
    .replace('<head>', () => `<head><script>${script}</script>`)
    .replace(TITLE, () => title)
    .replace('</head>', () => `${links.join('')}</head>`)
    .replace(EMPTY_ROOT, () => root);
}
