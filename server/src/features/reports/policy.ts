/** Reports one person can make in a day. */
export const REPORTS_PER_DAY = 20;

/** Reports mailed one by one in an hour; beyond it one mail says how many are open. */
export const REPORT_MAILS_PER_HOUR = 10;
