import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import type { ProvidedContext } from 'vitest';
import { findChromium, findTestBrowser } from '../scripts/find-program.mjs';
import { makeDataDir } from './product.ts';

/** Fails the run before its first test when the browser or the built web app is missing, or the product does not start. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const chromiumPath: ProvidedContext['chromiumPath'] | null = findChromium();
  if (!chromiumPath) {
    throw new Error('No Chromium found. Install it (Debian: apt-get install chromium) or set CHROMIUM_PATH.');
  }
  if (!existsSync(join(import.meta.dirname, '../web/dist/index.html'))) {
    throw new Error('web/dist is missing. Run: node scripts/prepare.cjs build');
  }
  project.provide('chromiumPath', chromiumPath);
  project.provide('shellPath', findTestBrowser() ?? chromiumPath);
  const emptyDataDir = await makeDataDir();
  const runFolder = await mkdtemp(join(tmpdir(), 'hereabouts-e2e-run-'));
  project.provide('emptyDataDir', emptyDataDir);
  project.provide('runFolder', runFolder);
  return async () => {
    await rm(emptyDataDir, { recursive: true, force: true });
    // A product that has just ended may be writing still.
    await rm(runFolder, { recursive: true, force: true, maxRetries: 5 });
  };
}
