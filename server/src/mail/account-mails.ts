import { render } from './render.ts';

const NOT_YOU = 'If this was not you, you can ignore this email: nothing will change.';

export const accountMails = {
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
        `It works once and expires in ${minutes} minutes. Where the account has a confirmed address, the change is made ` +
          'once both are confirmed.',
        'If this was not you, change your password and do not give the code to anyone.',
      ],
    }),

  /** For a guest, who gets an account with it (GUEST-02). */
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

  /** `newEmail`: null where a code to the phone number has taken the account over. */
  emailChanged: (to: string, { newEmail, resetUrl }: { newEmail: string | null; resetUrl: string | null }) =>
    render(to, {
      subject: 'The email address for your Hereabouts account was changed',
      before: [
        newEmail === null
          ? 'Your account no longer has an email address: somebody has just confirmed its phone number with a code. All its devices have been signed out.'
          : `The email address for your account has just been changed to ${newEmail}. All your other devices have been signed out.`,
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
