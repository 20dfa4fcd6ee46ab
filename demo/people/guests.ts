import { INVITE_STATUSES, type InviteStatus } from '@hereabouts/contract/invite-status';
import type { PlannedEvent } from '#demo/events/event-plan.ts';
import { MAIN_KEY, PEOPLE } from './people.ts';
import type { Random } from '#demo/pictures/shapes.ts';

export type PlannedGuest = { key: string; status: InviteStatus };

/** Who is invited besides the host: those who chat (they come), the main person where she is, and as many more as the
 * plan says. Hers are her friends; she is at nobody's event by chance, so that her home is what the plan says. */
export function guestsOf(event: PlannedEvent, random: Random): PlannedGuest[] {
  const guests: PlannedGuest[] = [];
  const taken = new Set([event.host, MAIN_KEY]);
  if (event.mine) guests.push({ key: MAIN_KEY, status: event.mine });
  for (const [key] of event.chat ?? []) {
    if (!taken.has(key)) guests.push({ key, status: 'accepted' });
    taken.add(key);
  }
  const pool = PEOPLE.filter(({ key, tie }) => {
    const mayCome = event.host !== MAIN_KEY || tie === 'friend';
    return mayCome && !taken.has(key);
  });
  for (const status of INVITE_STATUSES) {
    for (let left = event.guests[status] ?? 0; left > 0 && pool.length > 0; left--) {
      const [guest] = pool.splice(Math.floor(random() * pool.length), 1);
      if (guest) guests.push({ key: guest.key, status });
    }
  }
  return guests;
}
