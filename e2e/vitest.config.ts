import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';

/** Depends on real time or a compass: never runs in parallel with other kinds of tests. */
const IN_TIME = ['ar', 'beacon', 'chat-access', 'finder', 'live', 'live-page', 'live-window'].map(
  (name) => `${name}.spec.ts`,
);

/** Every test makes what it needs: no order of them may matter. Vitest prints the seed. */
const SHUFFLED = { shuffle: { tests: true } };

/** On a slow network a page takes seconds to load. */
const TEST_MAX_MS = process.env.SLOW_SEED === undefined ? 60_000 : 240_000;

/** One worker keeps its browser for all of its files; each file has a product of its own. */
const project = (
  name: string,
  test: TestProjectInlineConfiguration['test'],
): TestProjectInlineConfiguration => ({
  test: {
    name,
    dir: import.meta.dirname,
    environment: 'node',
    pool: 'forks',
    isolate: false,
    testTimeout: TEST_MAX_MS,
    hookTimeout: TEST_MAX_MS,
    expect: { poll: { timeout: 15_000 } },
    ...test,
  },
});

/** Journeys in a real browser against the running product. */
export default defineConfig({
  test: {
    // Once for both projects.
    globalSetup: [`${import.meta.dirname}/global-setup.ts`],
    projects: [
      project('journeys', {
        include: ['*.spec.ts'],
        exclude: IN_TIME,
        maxWorkers: 2,
        maxConcurrency: 2,
        sequence: { ...SHUFFLED, groupOrder: 0 },
      }),
      project('journeys in time', {
        include: IN_TIME,
        maxWorkers: 2,
        sequence: { ...SHUFFLED, groupOrder: 1 },
      }),
    ],
  },
});
