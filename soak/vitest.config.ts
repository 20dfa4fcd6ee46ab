import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    name: 'machines',
    dir: import.meta.dirname,
    include: ['*.test.ts'],
    environment: 'node',
    pool: 'forks',
    // One that waits for a claim to lapse beside those that kill.
    maxWorkers: 2,
    // A socket that was refused for a while tries again every 10 s.
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
});
