export const reportName = (name: string | number) => `Report ${name}`;
export const reportThisPerson = 'Report this person';
export const reportThisEvent = 'Report this event';
export const reportThisMessage = 'Report this message';
export const reportSent = 'Thank you. Your report has been sent.';
export const reportHelp = 'Your report goes to the people who run Hereabouts. Nobody else is told about it.';
export const sendReport = 'Send Report';
export const whatIsWrong = 'What is wrong?*';

export const reportEvent = 'Report event';

export const sendReportFailed = 'Could not send the report. Please try again.';
