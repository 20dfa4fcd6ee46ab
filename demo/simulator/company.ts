import { nowIso } from '@hereabouts/server/clock';
import type { Context } from '@hereabouts/server/context';
import type { ServerAddress } from './server-address.ts';
import { simulate, type Simulation } from './simulate.ts';
import type { PlannedEvent } from '#demo/events/event-plan.ts';
import { DEMO_EVENTS } from '#demo/events/events.ts';
import { DEMO_PASSWORD, EMAIL_DOMAIN, MAIN_KEY } from '#demo/people/people.ts';
import { findDemoPeople, findRunning, listFriendsAt } from '#demo/fill/repo.ts';

/** As many friends as a newcomer can tell apart on a phone. */
const WALKERS = 7;

const isWithMain = ({ host, mine }: PlannedEvent): boolean =>
  host === MAIN_KEY || mine === 'accepted' || mine === 'tentative';

/** Lets friends of the main person walk about and share where they are at every event that runs and to which she goes, so
 * that whoever signs in as her sees them move.
 * @param server where this instance listens */
export async function walkAbout(
  ctx: Context,
  server: ServerAddress,
  random: () => number,
): Promise<Simulation[]> {
  const people = await findDemoPeople(ctx.db, EMAIL_DOMAIN);
  const idOf = (key: string) => people.get(`${key}@${EMAIL_DOMAIN}`);
  const mainId = idOf(MAIN_KEY);
  const simulations: Simulation[] = [];
  for (const event of DEMO_EVENTS) {
    const hostId = idOf(event.host);
    if (event.when.kind !== 'live' || !isWithMain(event) || !hostId || !mainId) continue;
    const eventId = await findRunning(ctx.db, { hostId, title: event.title, now: nowIso(ctx) });
    if (eventId === undefined) continue;
    const emails = await listFriendsAt(ctx.db, { eventId, userId: mainId });
    simulations.push(
      await simulate({
        server,
        eventId,
        candidates: emails.map((email) => ({ email, password: DEMO_PASSWORD })),
        people: WALKERS,
        clock: ctx.clock,
        random,
      }),
    );
  }
  return simulations;
}

/** What tells whoever started the demo of those who walk about; nothing where no event runs. */
export function companyText(simulations: readonly Simulation[]): string {
  const walkers = new Set(simulations.flatMap((simulation) => simulation.walkers));
  if (walkers.size === 0) return '';
  return `${walkers.size} friends walk about: open an event that runs, then its live map.\n`;
}
