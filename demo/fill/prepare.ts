import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { MINUTE_MS } from '@hereabouts/contract/durations';
import { nowIso } from '@hereabouts/server/clock';
import type { Context } from '@hereabouts/server/context';
import { timesOf } from '#demo/events/event-plan.ts';
import { DEMO_EVENTS } from '#demo/events/events.ts';
import { fillDemo } from './fill.ts';
import { EMAIL_DOMAIN, MAIN_KEY } from '#demo/people/people.ts';
import { findDemoPeople, findRunning, hasPeople, moveEvent, moveMessage } from './repo.ts';

/** Tells a finished demo from one that was broken off. */
const MARKER = 'demo.json';

export type Prepared = 'filled' | 'refreshed' | 'as it was';

/** Fills an empty instance with the demo; moves the times of an earlier one to today when nothing runs there any more.
 * What people changed meanwhile stays.
 * @throws Error when the instance holds anything else, or a demo that was broken off */
export async function prepareDemo(ctx: Context, report: (what: string) => void): Promise<Prepared> {
  const marker = join(ctx.config.dataDir, MARKER);
  if (!(await hasPeople(ctx.db))) {
    await fillDemo(ctx, report);
    await writeFile(marker, `${JSON.stringify({ filled_at: nowIso(ctx) })}\n`);
    return 'filled';
  }
  const people = await findDemoPeople(ctx.db, EMAIL_DOMAIN);
  if (!people.has(`${MAIN_KEY}@${EMAIL_DOMAIN}`)) {
    throw new Error(
      'This instance has people of its own. The demo needs an empty one: set DATA_DIR to a new folder.',
    );
  }
  if (!(await exists(marker))) {
    throw new Error(
      `The demo in ${ctx.config.dataDir} was broken off. Remove that folder and start it again.`,
    );
  }
  if (await isLively(ctx, people)) return 'as it was';
  await refreshDemo(ctx, people);
  return 'refreshed';
}

const idOf = (people: ReadonlyMap<string, string>, key: string) => people.get(`${key}@${EMAIL_DOMAIN}`);

async function isLively(ctx: Context, people: ReadonlyMap<string, string>): Promise<boolean> {
  for (const { title, host, when } of DEMO_EVENTS) {
    const hostId = idOf(people, host);
    if (when.kind !== 'live' || hostId === undefined) continue;
    if ((await findRunning(ctx.db, { hostId, title, now: nowIso(ctx) })) !== undefined) return true;
  }
  return false;
}

async function refreshDemo(ctx: Context, people: ReadonlyMap<string, string>): Promise<void> {
  const nowMs = ctx.clock.now();
  for (const { title, host, when, chat = [] } of DEMO_EVENTS) {
    const hostId = idOf(people, host);
    if (hostId === undefined) continue;
    const { startMs, endMs } = timesOf(when, nowMs);
    const [start, end] = [new Date(startMs).toISOString(), new Date(endMs).toISOString()];
    const eventId = await moveEvent(ctx.db, { hostId, title, start, end });
    if (eventId === undefined) continue;
    for (const [index, [, text, minutesAgo]] of chat.entries()) {
      const createdAt = new Date(nowMs - minutesAgo * MINUTE_MS).toISOString();
      await moveMessage(ctx.db, { eventId, seq: index + 1, text, createdAt });
    }
  }
}

async function exists(path: string): Promise<boolean> {
  return readFile(path).then(
    () => true,
    () => false,
  );
}
