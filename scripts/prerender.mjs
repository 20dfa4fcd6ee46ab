// Usage: node scripts/prerender.mjs   After `vite build`: renders the pages of web/src/prerender.tsx into
// dist/prerendered.json, by path, each with its title and style sheets, and with the script that all of them need; the server writes them into the page (PWA-07).
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'vite';
import { buildScript } from './inline-script.mjs';

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

function stylesOf(manifest, source) {
  const keys = new Set([source]);
  for (const key of keys) for (const next of manifest[key]?.imports ?? []) keys.add(next);
  return [...new Set([...keys].flatMap((key) => manifest[key]?.css ?? []))];
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
  const pages = PAGES.map(({ path, source, markup }) => {
    if (!manifest[source]) throw new Error(`${source} has no chunk of its own`);
    const [title = '', body = ''] = markup().split(/(?<=<\/title>)(.*)/s);
    return [path, { title, markup: body, styles: stylesOf(manifest, source) }];
  });
  writeFileSync(join(DIST, 'prerendered.json'), JSON.stringify({ script, pages: Object.fromEntries(pages) }));
} finally {
  rmSync(folder, { recursive: true, force: true });
}
// A part of the app may have started a timer that never ends.
process.exit(0);
