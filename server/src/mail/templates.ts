import { cutText } from '@hereabouts/contract/visible-text';
import type { Mail } from './mailer.ts';
import { escapeHtml } from '#server/lib/escape-html.ts';

type Content = {
  subject: string;
  before: string[];
  action?: { label: string; url: string } | undefined;
  code?: string | undefined;
  after: string[];
};

const FOOTER = 'Hereabouts · find your friends at events';

/** Plain text and equivalent minimal HTML. */
function render(to: string, content: Content): Mail {
  const { subject, before, action, code, after } = content;
  const text = [
    ...before,
    ...(action ? [`${action.label}:\n${action.url}`] : []),
    ...(code ? [code] : []),
    ...after,
    `-- \n${FOOTER}`,
  ].join('\n\n');
  const html = [
    '<!doctype html><html lang="en-GB"><head><meta charset="utf-8">',
    `<meta name="viewport" content="width=device-width"><title>${escapeHtml(subject)}</title></head>`,
    '<body style="margin:0;padding:24px;background:#fbf7f0;color:#12141d;font:17px/1.5 sans-serif">',
    '<div style="max-width:480px;margin:0 auto">',
    ...before.map(paragraph),
    ...(action ? [button(action.label, action.url)] : []),
    ...(code
      ? [`<p style="font-size:32px;letter-spacing:6px;margin:24px 0"><b>${escapeHtml(code)}</b></p>`]
      : []),
    ...after.map(paragraph),
    `<p style="margin:32px 0 0;font-size:14px;color:#5b5f6b">${FOOTER}</p></div></body></html>`,
  ].join('\n');
  return { to, subject, text, html };
}

const paragraph = (text: string) => `<p style="margin:16px 0">${escapeHtml(text)}</p>`;

const button = (label: string, url: string) =>
  `<p style="margin:24px 0"><a href="${escapeHtml(url)}" style="display:inline-block;padding:12px 20px;` +
  `border-radius:12px;background:#ff5a36;color:#12141d;text-decoration:none"><b>${escapeHtml(label)}</b></a></p>` +
  `<p style="margin:16px 0;font-size:14px">${escapeHtml(url)}</p>`;

const SUBJECT_MAX = 200;

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

function reportedLines({ subject, was_visible, ...of }: MailedReport): string[] {
  if (subject === null) return ['It is gone or never existed.'];
  return [
    subject || 'Unnamed User',
    `Of ${named(of.user_name, of.user_id)}${of.event_id === null ? '' : `, event ${of.event_id}`}.`,
    ...(was_visible ? [] : ['The reporter cannot see it, or can no longer see it.']),
  ];
}

const NOT_YOU = 'If this was not you, you can ignore this email: nothing will change.';

const countOf = ({ items, more }: { items: readonly unknown[]; more: number }): number => items.length + more;

export const mails = {
  confirmSignUp: (to: string, { url, code, hours }: { url: string; code: string; hours: number }) =>
    render(to, {
      subject: 'Confirm your email for Hereabouts',
      before: ['Welcome to Hereabouts. Please confirm that this address is yours.'],
      action: { label: 'Confirm my email', url },
      after: [
        `Or enter the code ${code}. The link and the code each work once and expire in ${hours} hours.`,
        NOT_YOU,
      ],
    }),

  alreadySignedUp: (to: string, { signInUrl }: { signInUrl: string }) =>
    render(to, {
      subject: 'You already have a Hereabouts account',
      before: ['Somebody, perhaps you, tried to sign up with this address. It already has an account.'],
      action: { label: 'Sign in', url: signInUrl },
      after: ['If you have forgotten your password, you can ask for a new one there.', NOT_YOU],
    }),

  resetPassword: (to: string, { url, minutes }: { url: string; minutes: number }) =>
    render(to, {
      subject: 'Reset your Hereabouts password',
      before: ['Somebody, perhaps you, asked for a new password for this account.'],
      action: { label: 'Choose a new password', url },
      after: [`The link works once, for ${minutes} minutes.`, NOT_YOU],
    }),

  signInCode: (to: string, { code, url, minutes }: { code: string; url: string | null; minutes: number }) =>
    render(to, {
      subject: 'Your Hereabouts sign-in code',
      before: [
        url === null ? 'Enter this code to sign in:' : 'Follow this link, or enter this code, to sign in:',
      ],
      action: url === null ? undefined : { label: 'Sign in', url },
      code,
      after: [
        `It works once and expires in ${minutes} minutes. Never give it to anyone who asks for it.`,
        NOT_YOU,
      ],
    }),

  addressChange: (
    to: string,
    { code, minutes, newEmail }: { code: string; minutes: number; newEmail: string },
  ) =>
    render(to, {
      subject: 'Confirm the new email address for your Hereabouts account',
      before: [
        `Somebody, perhaps you, asked to change the email of this account to ${newEmail}.`,
        'Enter this code to confirm the change:',
      ],
      code,
      after: [
        `It works once and expires in ${minutes} minutes. The change is made once both addresses are confirmed.`,
        'If this was not you, change your password and do not give the code to anyone.',
      ],
    }),

  /** Of an account that had none, such as a guest's (GUEST-02). */
  firstAddress: (to: string, { url, code, minutes }: { url: string; code: string; minutes: number }) =>
    render(to, {
      subject: 'Confirm your email for Hereabouts',
      before: ['Please confirm that this address is yours. From then on it belongs to your account.'],
      action: { label: 'Confirm my email', url },
      after: [
        `Or enter the code ${code} where you were asked for it. Both work once, for ${minutes} minutes. Never give the ` +
          'code to anybody who asks for it.',
        NOT_YOU,
      ],
    }),

  proveIdentity: (to: string, { code, minutes }: { code: string; minutes: number }) =>
    render(to, {
      subject: 'Your Hereabouts security code',
      before: ['Enter this code to confirm that it is you:'],
      code,
      after: [`It works once and expires in ${minutes} minutes. If this was not you, change your password.`],
    }),

  report: (to: string, report: MailedReport) =>
    render(to, {
      subject: `Hereabouts: report ${report.id} of ${REPORTED[report.kind]}`,
      before: [
        `${named(report.reporter_name, report.reporter_id)} reported ${REPORTED[report.kind]}:`,
        ...reportedLines(report),
        // In one line: it must not pass for a line of the mail.
        `The reason given: ${report.reason.replaceAll(/\s*\n\s*/g, ' / ')}`,
      ],
      after: [`When it is dealt with: npm run admin -- reports close ${report.id}`],
    }),

  newBrowser: (
    to: string,
    { agent, at, profileUrl }: { agent: string | null; at: string; profileUrl: string },
  ) =>
    render(to, {
      subject: 'New sign-in to your Hereabouts account',
      before: [
        'Someone, perhaps you, signed in to your account from a new browser.',
        `${agent ?? 'Unknown browser'}, ${at}`,
      ],
      action: { label: 'See where you are signed in', url: profileUrl },
      after: ['If this was not you, sign that device out there and change your password.'],
    }),

  emailChanged: (to: string, { newEmail, resetUrl }: { newEmail: string; resetUrl: string | null }) =>
    render(to, {
      subject: 'The email address for your Hereabouts account was changed',
      before: [
        `The email address for your account has just been changed to ${newEmail}. All your other devices have been signed out.`,
      ],
      action:
        resetUrl === null ? undefined : { label: 'If this was not you, reset your password', url: resetUrl },
      after: [
        ...(resetUrl === null ? ['If this was not you, please write to the people who run Hereabouts.'] : []),
        'If it was you, you do not need to do anything.',
      ],
    }),

  phoneChanged: (to: string, { resetUrl }: { resetUrl: string }) =>
    render(to, {
      subject: 'The phone number of your Hereabouts account was changed',
      before: [
        'The phone number for your account has just been changed. All your other devices have been signed out.',
      ],
      action: { label: 'If this was not you, reset your password', url: resetUrl },
      after: ['If it was you, you do not need to do anything.'],
    }),

  openReports: (to: string, open: number) =>
    render(to, {
      subject: `Hereabouts: ${open} open reports`,
      before: [
        `Many reports came in within an hour. ${open} are open now, and not all of them were emailed.`,
      ],
      after: ['They are listed by: npm run admin -- reports'],
    }),

  passwordChanged: (to: string, { resetUrl }: { resetUrl: string }) =>
    render(to, {
      subject: 'Your Hereabouts password was changed',
      before: [
        'The password for your account has just been changed. All your other devices have been signed out.',
      ],
      action: { label: 'If this was not you, reset it', url: resetUrl },
      after: [
        'If it was you, you do not need to do anything.',
        'If you changed it because somebody else was in your account, also make new links for your events and for your calendar, and look through your friends, your co-hosts and the people you have blocked: a new password does not change any of these.',
      ],
    }),

  accountDeleted: (to: string) =>
    render(to, {
      subject: 'Your Hereabouts account was deleted',
      before: [
        'Your account has been closed and is being deleted, along with your profile and your events. Your messages in other people’s chats stay, under the name “Unknown”.',
      ],
      after: [
        'If it was you, you do not need to do anything.',
        'If it was not, somebody knew your password: change it wherever else you use it. The account cannot be brought back, but you can sign up again.',
      ],
    }),

  test: (to: string) =>
    render(to, {
      subject: 'A test email from Hereabouts',
      before: ['This email shows that Hereabouts can send email.'],
      after: ['You do not need to do anything.'],
    }),

  factorAdded: (to: string) =>
    render(to, {
      subject: 'Two-step sign-in is on for your Hereabouts account',
      before: [
        'An authenticator app has just been added to your account. From now on, you need a code from it to sign in. All your other devices have been signed out.',
      ],
      after: [
        'If it was you, keep your recovery codes in a safe place.',
        'If this was not you, someone else is in your account. Please write to the people who run Hereabouts straight away.',
      ],
    }),

  factorRemoved: (to: string, { resetUrl }: { resetUrl: string }) =>
    render(to, {
      subject: 'An authenticator app was removed from your Hereabouts account',
      before: [
        'An authenticator app has just been removed from your account. Unless you have another one, you no longer need a code to sign in. All your other devices have been signed out.',
      ],
      action: { label: 'If this was not you, reset your password', url: resetUrl },
      after: ['If it was you, you do not need to do anything.'],
    }),

  /** `more`: how many notifications are in none of the items. */
  news: (
    to: string,
    news: {
      items: readonly { text: string; url: string }[];
      more: number;
      stopUrl: string;
      notificationsUrl: string;
    },
  ) => ({
    ...render(to, {
      subject:
        countOf(news) === 1
          ? cutText(news.items[0]?.text ?? '', SUBJECT_MAX)
          : `Hereabouts: ${countOf(news)} notifications`,
      before: [
        ...news.items.map(({ text }) => text),
        ...(news.more === 0
          ? []
          : [`And ${news.more} more ${news.more === 1 ? 'notification' : 'notifications'} in Hereabouts`]),
      ],
      action: {
        label: 'Open Hereabouts',
        url: (countOf(news) === 1 && news.items[0]?.url) || news.notificationsUrl,
      },
      after: [
        'You are getting this email because none of your devices can receive notifications from Hereabouts.',
        `To stop these emails: ${news.stopUrl}`,
      ],
    }),
    // RFC 8058.
    headers: {
      'List-Unsubscribe': `<${news.stopUrl}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    },
  }),

  factorRemovedByOperator: (to: string) =>
    render(to, {
      subject: 'Two-step sign-in was turned off for your Hereabouts account',
      before: [
        'The people who run Hereabouts have turned off two-step sign-in for your account. All your devices have been signed out.',
      ],
      after: [
        'You can sign in with your password and turn two-step sign-in on again on your profile.',
        'If you did not ask for this, please write to the people who run Hereabouts.',
      ],
    }),
} as const;

export const texts = {
  signInCode: (code: string, minutes: number) =>
    `${code} is your Hereabouts code. It works once and expires in ${minutes} minutes. Do not share it with anyone.`,
} as const;
