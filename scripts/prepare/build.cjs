'use strict';
const { createHash } = require('node:crypto');
const { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } = require('node:fs');
const { join } = require('node:path');
const { npm, ROOT } = require('./npm.cjs');

/** Of `npm run build` in web. */
const SCRIPTS = ['build-service-worker', 'compress', 'finish-pages', 'inline-script', 'prerender'];
const SOURCES = [
  'web',
  'contract/package.json',
  'contract/src',
  'package-lock.json',
  'tsconfig.base.json',
  ...SCRIPTS.map((name) => `scripts/${name}.mjs`),
];
const IGNORED = /^(node_modules|dist)$|\.test\.tsx?$/;

/** Builds the web app unless web/dist was built from exactly these sources. */
function ensureBuilt() {
  const stamp = join(ROOT, '.cache/web-build');
  const sources = fingerprint(ROOT, SOURCES);
  if (existsSync(join(ROOT, 'web/dist/index.html')) && read(stamp) === sources) return;
  console.log('Building the web app ...');
  npm(['run', 'build', '--workspace=web', '--silent'], { NODE_ENV: 'production' });
  mkdirSync(join(ROOT, '.cache'), { recursive: true });
  writeFileSync(stamp, sources);
}

/** A hash over paths and contents, not times: a checkout touches every file without changing one. */
function fingerprint(root, paths) {
  const hash = createHash('sha256');
  for (const path of paths) addTo(hash, root, path);
  return hash.digest('hex');
}

function addTo(hash, root, path) {
  const entry = join(root, path);
  if (!existsSync(entry)) return;
  const children = readFolder(entry);
  if (!children) {
    const content = readFileSync(entry);
    hash.update(`${path}\0${content.length}\0`).update(content);
    return;
  }
  for (const name of children) if (!IGNORED.test(name)) addTo(hash, root, `${path}/${name}`);
}

function readFolder(path) {
  try {
    return readdirSync(path).toSorted();
  } catch (error) {
    if (error.code === 'ENOTDIR') return null;
    throw error;
  }
}

function read(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return null;
  }
}

module.exports = { ensureBuilt, fingerprint };
