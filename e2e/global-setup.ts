import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import type { ProvidedContext } from 'vitest';
import { findChromium } from '../scripts/find-program.mjs';

declare module 'vitest' {
  interface ProvidedContext {
    chromiumPath: string;
  }
}

/** Fails the run before its first test when the browser or the built web app is missing. */
export default function setup(project: TestProject): void {
  const chromiumPath: ProvidedContext['chromiumPath'] | null = findChromium();
  if (!chromiumPath) {
    throw new Error('No Chromium found. Install it (Debian: apt-get install chromium) or set CHROMIUM_PATH.');
  }
  if (!existsSync(join(import.meta.dirname, '../web/dist/index.html'))) {
    throw new Error('web/dist is missing. Run: node scripts/prepare.cjs build');
  }
  project.provide('chromiumPath', chromiumPath);
}
