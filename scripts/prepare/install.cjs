'use strict';
const { readFileSync } = require('node:fs');
const { join } = require('node:path');
const { npm, ROOT } = require('./npm.cjs');

/** Installs what package-lock.json asks for unless npm's own record says that it is there already. */
function ensureInstalled() {
  if (isInstalled(ROOT)) return;
  console.log('Installing packages ...');
  // Each flag undoes a setting of the user's that would leave something out: NODE_ENV=production, omit, engine-strict.
  npm(['ci', '--include=dev', '--include=optional', '--engine-strict=false', '--loglevel=error']);
}

/** True when node_modules/.package-lock.json (written by npm as its last step) has every package this platform needs. */
function isInstalled(root, platform = process) {
  const wanted = readPackages(join(root, 'package-lock.json'));
  const installed = readPackages(join(root, 'node_modules/.package-lock.json'));
  if (!wanted || !installed) return false;
  return Object.entries(wanted).every(([path, entry]) => {
    if (!path.startsWith('node_modules/')) return true;
    const found = installed[path];
    if (found) return found.version === entry.version && found.link === entry.link;
    return entry.optional === true && !isFor(platform, entry);
  });
}

function readPackages(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8')).packages;
  } catch {
    return null;
  }
}

/**
 * Whether npm must have installed this optional package here. One that names no platform only serves one that does; one
 * bound to a C library is left to npm, which alone tells glibc from musl.
 */
function isFor({ platform, arch }, { os, cpu, libc }) {
  if (libc || !(os || cpu)) return false;
  return [os ?? platform].flat().includes(platform) && [cpu ?? arch].flat().includes(arch);
}

module.exports = { ensureInstalled, isInstalled };
