'use strict';
const { spawnSync } = require('node:child_process');
const { basename, join } = require('node:path');

const ROOT = join(__dirname, '../..');

/** Runs npm in the project's folder with the npm and the Node that started us; ends the process when it fails. */
function npm(args, env = {}) {
  const cli = process.env.npm_execpath;
  const startedByNpm = cli && basename(cli) === 'npm-cli.js';
  // The Node that runs npm, not the pinned one: `npm ci` takes that one away while it works.
  const node = process.env.npm_node_execpath ?? process.execPath;
  const [command, ...before] = startedByNpm ? [node, cli] : ['npm'];
  const result = spawnSync(command, [...before, ...args], {
    cwd: ROOT,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, ...env },
  });
  if (result.error) throw result.error;
  if (result.status !== 0) {
    console.error(`"npm ${args.join(' ')}" failed; what went wrong stands above.`);
    process.exit(result.status ?? 1);
  }
}

module.exports = { npm, ROOT };
