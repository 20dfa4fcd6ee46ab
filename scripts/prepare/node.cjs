'use strict';
const { spawnSync } = require('node:child_process');
const { existsSync, realpathSync, unlinkSync } = require('node:fs');
const { join } = require('node:path');
const { ROOT } = require('./npm.cjs');

const PINNED = join(ROOT, 'node_modules/.bin/node');

/**
 * npm scripts find node_modules/.bin first, so `node` there is the pinned one where it comes with the install and runs.
 * Elsewhere the machine's own must be new enough; if it is not, this says what to do and ends the process.
 */
function ensureNode() {
  if (existsSync(PINNED)) {
    if (realpathSync(PINNED) === realpathSync(process.execPath) || runs(PINNED)) return;
    unlinkSync(PINNED);
  }
  const version = machineVersion();
  if (isNewEnough(version)) return;
  console.error(
    `Hereabouts runs on Node 24 (22.18 at least). For ${process.platform} ${process.arch} it does not bring its own, ` +
      `and this machine has ${version}.\nInstall Node 24 (https://nodejs.org) and run the command again.`,
  );
  process.exit(1);
}

/** TypeScript runs natively from 22.18 on, and in the 23 line from 23.6 on. */
function isNewEnough(version) {
  const [major, minor] = version.split('.').map(Number);
  return major >= 24 || (major === 23 && minor >= 6) || (major === 22 && minor >= 18);
}

function runs(node) {
  return spawnSync(node, ['--version']).status === 0;
}

function machineVersion() {
  const node = process.env.npm_node_execpath;
  if (!node) return process.versions.node;
  return spawnSync(node, ['-p', 'process.versions.node'], { encoding: 'utf8' }).stdout.trim();
}

module.exports = { ensureNode, isNewEnough };
