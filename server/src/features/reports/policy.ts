export const REPORTS_PER_DAY = 20;

/** Beyond it one mail an hour has the number of open reports. */
export const REPORT_MAILS_PER_HOUR = 10;
