import { offence } from './planted-code.mjs';

const EFFECTS = 'hereabouts(effects)';
const CONTEXT = "import type { Context } from '#server/context.ts';";
/** A statement that publishes or revokes past the effects of a change. */
const past = (name, ...lines) =>
  offence(
    `server/src/features/hints/${name}.ts`,
    EFFECTS,
    CONTEXT,
    'export async function act(ctx: Context): Promise<void> {',
    ...lines,
    '}',
  );

/** What must be collected in `after`, one file each. */
export const PLANTED_EFFECTS = [
  past('publishes', "ctx.realtime.publish('event:1', 'event_changed', {});"),
  past('takes-apart', 'const { realtime } = ctx;', "realtime.publish('event:1', 'event_changed', {});"),
  past('takes-out', 'const { publish } = ctx.realtime;', "publish('event:1', 'event_changed', {});"),
  past('rechecks', "ctx.realtime.recheck('live:1');"),
  past('rechecks-people', "ctx.realtime.recheckPeople(['1']);"),
  past('ends-people', "ctx.realtime.endUser('1');"),
  past('ends-sessions', "ctx.realtime.endSession('1');"),
  past('stops', "ctx.live.stopped(1, ['1']);"),
  past('starts', "ctx.live.started(1, ['1']);"),
  past('performs', 'await ctx.db.transaction(async (tx) => {', 'await ctx.perform(await read(tx));', '});'),
  past('performs-again', 'await ctx.change(async (_tx, after) => {', 'await ctx.perform(after);', '});'),
];
