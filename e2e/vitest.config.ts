import { defineConfig } from 'vitest/config';

/** Journeys in a real browser against the running product: one at a time, so that two people can share a machine. */
export default defineConfig({
  test: {
    name: 'e2e',
    dir: import.meta.dirname,
    include: ['**/*.spec.ts'],
    environment: 'node',
    pool: 'forks',
    fileParallelism: false,
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 15_000 } },
    globalSetup: [`${import.meta.dirname}/global-setup.ts`],
  },
});
