import { coolDownSince } from '#server/async/cool-down.ts';
import type { Clock } from '#server/clock.ts';
import { JobLaterError } from './job.ts';

/** Repeats the batch of a job, with cool-downs. @throws JobLaterError at `untilMs` (epoch) with some left: other jobs come first */
export async function untilDone(
  { clock }: { clock: Clock },
  untilMs: number,
  batch: () => Promise<{ isLast: boolean }>,
): Promise<void> {
  for (;;) {
    const startedMs = clock.now();
    if ((await batch()).isLast) return;
    await coolDownSince(clock, startedMs);
    if (clock.now() >= untilMs) throw new JobLaterError('Some batches are left', clock.now());
  }
}
