import type { EventOffer } from '@hereabouts/contract/event-links';
import { freePlaces } from '@hereabouts/contract/waiting-list';
import type { Party } from '#web/ui/buttons/answer-buttons.tsx';

/** Of somebody who is not on the list yet. */
export const partyAt = ({ places, going_count, bring_max }: EventOffer): Party => ({
  free: freePlaces({ places, going: going_count }),
  bringMax: bring_max,
  brings: 0,
  isWaiting: false,
});
