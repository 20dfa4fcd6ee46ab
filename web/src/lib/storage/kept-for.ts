import { DAY_MS } from '@hereabouts/contract/durations';

/** Source: PWA-05. */
export const KEPT_FOR_MS = 14 * DAY_MS;
