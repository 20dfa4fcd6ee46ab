import { DAY_MS, HOUR_MS } from '@hereabouts/contract/durations';

export const REPORTS_PER_DAY = 20;
/** For guests without an account, of whom one person can make many. */
export const REPORTS_PER_DAY_AS_GUEST = 5;

/** Beyond it one mail an hour has the number of open reports. */
export const REPORT_MAILS_PER_HOUR = 10;
export const REPORT_MAILS_PER_HOUR_BY_GUESTS = 3;
/** However long the mail server is away: nothing else tells the operator of a report. */
export const REPORT_MAILED_FOR_MS = 30 * DAY_MS;

/** After the report is closed (OPS-12). */
export const SUBJECT_KEPT_MS = 30 * DAY_MS;
export const SWEEP_EVERY_MS = HOUR_MS;
