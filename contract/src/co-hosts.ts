import { CO_HOSTS_MAX } from './limits.ts';
import { routesOf } from './route.ts';
import type { coHostOperations } from './schemas/co-hosts.ts';

export const CO_HOST_TEXTS = {
  mayNotAppoint: 'Only the host can choose co-hosts',
  notAGuest: 'Only people on the guest list can be co-hosts',
  needsAccount: 'Guests without an account cannot be co-hosts',
  notNow: 'This person cannot be a co-host at the moment',
  notGoing: 'Somebody who is not going cannot be a co-host',
  tooMany: `An event can have at most ${CO_HOSTS_MAX} co-hosts`,
  mayNotRemove: 'Only the host can remove a co-host',
  mayNotInterrupt: 'While the event is on, only the host can move its start or ask everyone again',
  mayNotRemoveByEdit: 'While the event is on, remove people one by one on the guest list',
  mayNotEnd: 'Only the host can let the event end within the next hour',
} as const;

/** Source: HOST-02. */
export const coHostRoutes = routesOf<typeof coHostOperations>()({
  addCoHost: { method: 'PUT', path: '/api/events/{eventId}/co-hosts/{userId}', access: 'user' },
  removeCoHost: { method: 'DELETE', path: '/api/events/{eventId}/co-hosts/{userId}', access: 'user' },
});
