// Usage: node scripts/prerender.mjs   After `vite build`: renders the pages of web/src/prerender.tsx into
// dist/prerendered.json, by path, each with its title and the styles its first paint needs, and with the script that all of them need; the server writes them into the page (PWA-07).
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import Beasties from 'beasties';
import postcss from 'postcss';
import { build } from 'vite';
import { buildScript } from './inline-script.mjs';

const EMPTY_ROOT = '<div id="root"></div>';
/** What is set on the page once a script of its own has run. */
const SET_BY_SCRIPT = [/data-film/, /data-session/];
const WEB = join(import.meta.dirname, '../web');
const DIST = join(WEB, 'dist');

/** The browser as a page finds it that has no session, no address but its path, and asks for no films. */
const nothing = () => {};
Object.assign(globalThis, {
  location: { hash: '', search: '', pathname: '/', origin: 'http://localhost', href: 'http://localhost/' },
  localStorage: { getItem: () => null, setItem: nothing, removeItem: nothing },
  sessionStorage: { getItem: () => null, setItem: nothing, removeItem: nothing },
  matchMedia: () => ({ matches: true, addEventListener: nothing, removeEventListener: nothing }),
  addEventListener: nothing,
  removeEventListener: nothing,
});

const html = readFileSync(join(DIST, 'index.html'), 'utf8');
const sheets = globSync('static/css/*.css', { cwd: DIST }).map((path) =>
  readFileSync(join(DIST, path), 'utf8'),
);

/** Every face: their names stand in variables, which Beasties does not follow. */
const faces = sheets.flatMap((css) =>
  postcss.parse(css).nodes.filter(({ type, name }) => type === 'atrule' && name === 'font-face'),
);

/** The rules that this markup uses, so that it is painted before the whole style sheet has come. */
async function firstStyles(markup) {
  const beasties = new Beasties({
    path: DIST,
    publicPath: '/',
    logLevel: 'warn',
    fonts: false,
    allowRules: SET_BY_SCRIPT,
  });
  const page = await beasties.process(html.replace(EMPTY_ROOT, () => `<div id="root">${markup}</div>`));
  const used = [...page.matchAll(/<style>(.*?)<\/style>/gs)].map(([, css]) => css);
  if (used.length === 0) throw new Error('A prerendered page has no styles');
  return [...faces, ...used].join('');
}

// npm may have put every package of the workspace at the top.
mkdirSync(join(WEB, 'node_modules'), { recursive: true });
const folder = mkdtempSync(join(WEB, 'node_modules/.prerender-'));
try {
  await build({
    root: WEB,
    logLevel: 'warn',
    build: {
      ssr: 'src/prerender.tsx',
      outDir: folder,
      emptyOutDir: true,
      copyPublicDir: false,
      rollupOptions: { output: { entryFileNames: 'prerender.mjs' } },
    },
  });
  const { PAGES } = await import(pathToFileURL(join(folder, 'prerender.mjs')).href);
  const script = await buildScript('src/early-acts.ts');
  const manifest = JSON.parse(readFileSync(join(DIST, '.vite/manifest.json'), 'utf8'));
  const pages = PAGES.map(async ({ path, source, fill, markup }) => {
    if (!manifest[source]) throw new Error(`${source} has no chunk of its own`);
    if (markup().includes(' style="')) throw new Error(`The policy forbids the style attribute in ${path}`);
    const [title = '', body = ''] = markup().split(/(?<=<\/title>)(.*)/s);
    return [
      path,
      { title, markup: body, styles: await firstStyles(body), fill: fill && (await buildScript(fill)) },
    ];
  });
  writeFileSync(
    join(DIST, 'prerendered.json'),
    JSON.stringify({ script, pages: Object.fromEntries(await Promise.all(pages)) }),
  );
} finally {
  rmSync(folder, { recursive: true, force: true });
}
// A part of the app may have started a timer that never ends.
process.exit(0);
