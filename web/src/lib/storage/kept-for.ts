import { DAY_MS } from '@hereabouts/contract/durations';

/** How long what was read stays on the device (PWA-05). */
export const KEPT_FOR_MS = 14 * DAY_MS;
