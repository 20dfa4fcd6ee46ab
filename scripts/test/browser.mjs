import { spawnSync } from 'node:child_process';
import { findChromium, findOnPath } from '../find-program.mjs';

/** Finds a browser, or installs Debian's where it may; otherwise says what to install. The layer then fails by itself. */
export function ensureChromium() {
  if (findChromium()) return;
  if (process.env.CHROMIUM_PATH) {
    console.error(`CHROMIUM_PATH is ${process.env.CHROMIUM_PATH}, which cannot be run.`);
    return;
  }
  if (process.getuid?.() === 0 && findOnPath(['apt-get'])) {
    console.log('No browser found; installing Chromium from the Debian packages ...');
    apt('update');
    apt('install', '-y', '--no-install-recommends', 'chromium');
    // Not a package of every release.
    apt('install', '-y', '--no-install-recommends', 'chromium-headless-shell');
  }
  if (!findChromium()) {
    console.error(
      'The browser tests need Chromium or Chrome, and none was found. Debian or Ubuntu: sudo apt-get install chromium. ' +
        'Elsewhere install Chrome, or set CHROMIUM_PATH to its program.',
    );
  }
}

function apt(...args) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  spawnSync('apt-get', ['-qq', ...args], { stdio: ['ignore', 'inherit', 'inherit'], env });
}
