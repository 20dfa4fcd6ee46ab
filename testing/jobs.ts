import type { TestApp } from './app.ts';

/**
 * Moves the clock that these processes share by `ms` in steps, and waits after each until none of their jobs runs.
 * `work` is done in each step, before that wait. What runs already is waited for first: it must not see its time-out pass.
 */
export async function advance(
  apps: readonly [TestApp, ...TestApp[]],
  ms: number,
  stepMs: number,
  work: () => Promise<unknown> = async () => {},
): Promise<void> {
  const settle = async () => {
    for (const { context } of apps) await context.jobs.idle();
  };
  await settle();
  for (let leftMs = ms; leftMs > 0; leftMs -= stepMs) {
    apps[0].clock.advance(stepMs);
    await work();
    await settle();
  }
}
