import { defineConfig } from 'vitest/config';

/** Pure logic and server-rendered markup; what needs a browser is driven in e2e/ by a real one. */
export default defineConfig({
  test: {
    name: 'web',
    include: ['*.test.ts', 'src/**/*.test.{ts,tsx}'],
    environment: 'node',
    testTimeout: 30_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 15_000 } },
    css: { modules: { classNameStrategy: 'non-scoped' } },
  },
});
