import type { RouteName } from '@hereabouts/contract/routes';
import { accountRows } from './account.ts';
import { announcementRows } from './announcements.ts';
import { chatRows } from './chat.ts';
import { coHostRows } from './co-hosts.ts';
import { eventLinkRows } from './event-links.ts';
import { eventRows } from './events.ts';
import { guestRemovalRows } from './guest-removals.ts';
import { liveRows } from './live.ts';
import { peopleRows } from './people.ts';
import { pushRows } from './push.ts';
import type { AccessRow } from './row.ts';
import { safetyRows } from './safety.ts';

/** Who may do what: every route of the contract, and what each role gets. */
export const accessMatrix: Record<RouteName, AccessRow[]> = {
  ...accountRows,
  ...peopleRows,
  ...eventRows,
  ...eventLinkRows,
  ...coHostRows,
  ...guestRemovalRows,
  ...announcementRows,
  ...chatRows,
  ...liveRows,
  ...safetyRows,
  ...pushRows,
};
