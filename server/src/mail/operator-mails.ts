import { render } from './render.ts';

const REPORTED = { user: 'a person', event: 'an event', message: 'a message' } as const;
const named = (name: string | null, id: string | null) =>
  id === null ? 'Someone with a deleted account' : `${name || 'Unnamed User'} (${id})`;

type MailedReport = {
  id: number;
  kind: 'user' | 'event' | 'message';
  subject: string | null;
  reason: string;
  reporter_name: string | null;
  reporter_id: string | null;
  user_name: string | null;
  user_id: string | null;
  event_id: number | null;
  was_visible: boolean;
};

/** In one line: what people write must not pass for a line of the mail. */
const inOneLine = (text: string) => text.replaceAll(/\s*\n\s*/g, ' / ');

function reportedLines({ subject, was_visible, ...of }: MailedReport): string[] {
  if (subject === null) return ['It is gone or never existed.'];
  return [
    subject ? `“${inOneLine(subject)}”` : 'Unnamed User',
    `Of ${named(of.user_name, of.user_id)}${of.event_id === null ? '' : `, event ${of.event_id}`}.`,
    ...(was_visible ? [] : ['The reporter cannot see it, or can no longer see it.']),
  ];
}

export const operatorMails = {
  report: (to: string, report: MailedReport) =>
    render(to, {
      subject: `Hereabouts: report ${report.id} of ${REPORTED[report.kind]}`,
      before: [
        `${named(report.reporter_name, report.reporter_id)} reported ${REPORTED[report.kind]}:`,
        ...reportedLines(report),
        `The reason given: ${inOneLine(report.reason)}`,
      ],
      after: [`When it is dealt with: npm run admin -- reports close ${report.id}`],
    }),

  openReports: (to: string, open: number) =>
    render(to, {
      subject: `Hereabouts: ${open} open reports`,
      before: [
        `Many reports came in within an hour. ${open} are open now, and not all of them were emailed.`,
      ],
      after: ['They are listed by: npm run admin -- reports'],
    }),

  test: (to: string) =>
    render(to, {
      subject: 'A test email from Hereabouts',
      before: ['This email shows that Hereabouts can send email.'],
      after: ['You do not need to do anything.'],
    }),
} as const;
