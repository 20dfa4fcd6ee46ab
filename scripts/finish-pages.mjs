// Usage: node scripts/finish-pages.mjs   After `vite build`: writes into the built page what it needs before its scripts.
// The early script (web/src/early.ts) becomes an inline one that shares nothing with the app, and so waits for none of
// it; the server allows it by its hash (server/src/http/pages/web-app.ts). The two faces every page shows stand in a template,
// from which it takes what else to load: after what has to run first, before a text of the page asks for them.
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildScript } from './inline-script.mjs';

const WEB = join(import.meta.dirname, '../web');
const PAGE = join(WEB, 'dist/index.html');
const EARLY_TAG = /<script\s+type="module" src="\/src\/early\.ts"\s*><\/script>/;

const fonts = globSync('static/fonts/*-latin-wght-normal-*.woff2', { cwd: join(WEB, 'dist') }).toSorted();
const links = fonts.map(
  (path) =>
    `<link rel="preload" as="font" type="font/woff2" fetchpriority="low" href="/${path}" crossorigin="">`,
);
const html = readFileSync(PAGE, 'utf8');
if (!EARLY_TAG.test(html)) throw new Error(`${PAGE} has no place for the early script`);
const inline = `<template id="page-parts">${links.join('')}</template>\n    <script>${await buildScript('src/early.ts')}</script>`;
writeFileSync(
  PAGE,
  html.replace(EARLY_TAG, () => inline),
);
