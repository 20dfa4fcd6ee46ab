import { SESSION_STORAGE_KEY } from '@hereabouts/contract/auth';
import type { OwnSession } from '@hereabouts/contract/sessions';
import type { Page } from 'playwright-core';
import { answering, failing, neverAnswering, refusing } from './answering.ts';
import { button, dialog, press, says, text, warns } from './screen-parts.ts';
import type { Screen } from './screens.ts';

const NOW_S = Math.floor(Date.now() / 1000);
const ID = '00000000-0000-4000-8000-000000000001';
const FACTOR = { id: ID, factor_type: 'totp', status: 'verified', phone: '', created_at: '', updated_at: '' };
const USER = {
  id: ID,
  aud: 'authenticated',
  email: 'odette@example.org',
  app_metadata: {},
  user_metadata: {},
};
const SESSION = {
  access_token: 'x.x.x',
  token_type: 'bearer',
  expires_in: 900,
  // Longer than a whole run of the tests: the module is loaded once.
  expires_at: NOW_S + 86_400,
  refresh_token: 'x',
  user: USER,
};
const CODES = Array.from({ length: 10 }, (_, index) => `k4m9x7qp2ab8ht${index}zq0vw51cd`);

const VERIFY = '**/auth/v1/verify*';
const RESET_PATH = '/reset-password?token_hash=x&type=recovery';
const CONFIRM_PATH = '/confirm?token_hash=x&type=signup';
const all =
  (...steps: ((page: Page) => Promise<unknown>)[]) =>
  async (page: Page) => {
    for (const step of steps) await step(page);
  };

/** A sign-in that has not passed its second step. */
const oneStepShort = (page: Page) =>
  page.addInitScript(([key, session]) => localStorage.setItem(key, session), [
    SESSION_STORAGE_KEY,
    JSON.stringify({ ...SESSION, user: { ...USER, factors: [FACTOR] } }),
  ] as const);
const CODE_SET = { ...FACTOR, id: '00000000-0000-4000-8000-000000000002', factor_type: 'recovery_code' };
const withFactor = answering('**/auth/v1/user', { ...USER, factors: [FACTOR, CODE_SET] });
const codesLeft = (remaining: number) =>
  answering('**/auth/v1/factors/recovery-codes', { id: ID, type: 'recovery_code', total: 10, remaining });
const enterCode = async (page: Page) => {
  await page.getByLabel('Code', { exact: true }).fill('123456');
  await page.keyboard.press('Enter');
};

/** On the way in: the second step, a reset link, the link that confirms. */
export const SIGN_IN_SCREENS: readonly Screen[] = [
  { name: 'two-step', path: '/two-step', network: oneStepShort, shows: (page) => page.getByLabel('Code') },
  {
    name: 'two-step-recovery',
    path: '/two-step',
    network: oneStepShort,
    act: press('Use a recovery code'),
    shows: (page) => page.getByLabel('Recovery code'),
  },
  {
    name: 'two-step-wrong',
    path: '/two-step',
    network: all(
      oneStepShort,
      withFactor,
      answering('**/auth/v1/factors/*/challenge', { id: ID, type: 'totp', expires_at: NOW_S + 300 }),
      refusing('**/auth/v1/factors/*/verify', 422, 'mfa_verification_failed'),
    ),
    act: enterCode,
    shows: warns('This code is wrong'),
  },
  {
    name: 'two-step-locked',
    path: '/two-step',
    network: all(
      oneStepShort,
      withFactor,
      refusing('**/auth/v1/factors/*/challenge', 429, 'over_request_rate_limit'),
    ),
    act: enterCode,
    shows: warns('Too many wrong codes'),
  },
  { name: 'reset-password-link', path: RESET_PATH, shows: (page) => button(page, 'Continue') },
  {
    name: 'reset-password-code',
    path: RESET_PATH,
    network: answering(VERIFY, { ...SESSION, user: { ...USER, factors: [FACTOR] } }),
    act: press('Continue'),
    shows: (page) => page.getByLabel('Code'),
  },
  {
    name: 'reset-password',
    path: RESET_PATH,
    network: answering(VERIFY, SESSION),
    act: press('Continue'),
    shows: (page) => page.getByLabel('Repeat new password'),
  },
  {
    name: 'reset-password-differ',
    path: RESET_PATH,
    network: answering(VERIFY, SESSION),
    async act(page) {
      await press('Continue')(page);
      await page.getByLabel('New password', { exact: true }).fill('gorse-and-granite-49');
      await page.getByLabel('Repeat new password').fill('gorse-and-granite');
      await press('Save new password')(page);
    },
    shows: warns('The two passwords are not the same.'),
  },
  { name: 'reset-password-expired', path: '/reset-password', shows: warns('This link has expired') },
  { name: 'confirm', path: CONFIRM_PATH, shows: (page) => button(page, 'Confirm my account') },
  {
    name: 'confirm-password',
    path: CONFIRM_PATH,
    network: answering(VERIFY, { ...SESSION, user: { ...USER, app_metadata: { needs_password: true } } }),
    act: press('Confirm my account'),
    shows: (page) => page.getByLabel('Password', { exact: true }),
  },
  {
    name: 'confirm-expired',
    path: CONFIRM_PATH,
    network: refusing(VERIFY, 403, 'otp_expired'),
    act: press('Confirm my account'),
    shows: warns('This link has expired'),
  },
  {
    name: 'confirm-sent-again',
    path: '/confirm',
    network: answering('**/auth/v1/resend*', {}),
    async act(page) {
      await page.getByLabel('Email').fill('odette@example.org');
      await press('Send again')(page);
    },
    shows: says('a new message is on its way'),
  },
];

const session = (browser: string | null, device: string | null, last_used_at: string): OwnSession => ({
  id: crypto.randomUUID(),
  browser,
  device,
  started_at: '2026-03-03T08:10:00.000Z',
  last_used_at,
  is_current: false,
});
const SESSIONS = {
  sessions: [
    { ...session('Firefox', 'Linux', '2026-11-21T19:00:00.000Z'), is_current: true },
    session('Safari', 'iPhone', '2026-11-20T17:00:00.000Z'),
    session('Samsung Internet for Android', 'Galaxy S21 Ultra 5G', '2026-11-02T06:00:00.000Z'),
    session('Chrome', null, '2026-10-02T23:00:00.000Z'),
    session(null, null, '2025-12-24T09:00:00.000Z'),
    session('Microsoft Edge', 'Windows', '2025-12-01T09:00:00.000Z'),
  ],
};
const OWN_SESSIONS = '**/api/me/sessions';
const twoStepOn = all(withFactor, codesLeft(7));

/** What the profile says of two-step sign-in and of sessions. */
export const SECURITY_SCREENS: readonly Screen[] = [
  {
    name: 'profile-two-step-on',
    path: '/profile',
    network: twoStepOn,
    shows: text('7 of 10 recovery codes left'),
  },
  {
    name: 'profile-two-step-none-left',
    path: '/profile',
    network: all(withFactor, codesLeft(0)),
    shows: text(/^You have used all your recovery codes/),
  },
  {
    name: 'profile-two-step-failed',
    path: '/profile',
    network: failing('**/auth/v1/user'),
    shows: warns('Could not load'),
  },
  {
    name: 'profile-two-step-prove',
    path: '/profile',
    act: press('Turn on two-step sign-in'),
    shows: (page) => page.getByLabel('Code we sent you'),
  },
  {
    name: 'profile-two-step-enable',
    path: '/profile',
    network: answering('**/auth/v1/factors', {
      id: ID,
      type: 'totp',
      friendly_name: '',
      totp: {
        qr_code: '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 21 21"><path d="M0 0h7v7h-7z"/></svg>',
        secret: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP',
        uri: 'otpauth://totp/Hereabouts:odette@example.org?secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP',
      },
    }),
    act: press('Turn on two-step sign-in'),
    shows: (page) => page.getByRole('img', { name: 'QR code for your authenticator app' }),
  },
  {
    name: 'profile-two-step-starting',
    path: '/profile',
    network: neverAnswering('**/auth/v1/factors'),
    act: press('Turn on two-step sign-in'),
    shows: dialog,
  },
  {
    name: 'profile-two-step-disable',
    path: '/profile',
    network: twoStepOn,
    act: press('Turn off'),
    shows: dialog,
  },
  {
    name: 'profile-two-step-code',
    path: '/profile',
    network: all(twoStepOn, refusing(`**/auth/v1/factors/${ID}`, 422, 'insufficient_aal')),
    async act(page) {
      await press('Turn off')(page);
      await dialog(page).getByRole('button', { name: 'Turn off' }).click();
    },
    shows: (page) => dialog(page).getByLabel('Code'),
  },
  {
    name: 'profile-recovery-codes',
    path: '/profile',
    network: all(
      withFactor,
      answering('**/auth/v1/factors/recovery-codes', {
        id: ID,
        type: 'recovery_code',
        total: 10,
        remaining: 7,
        codes: CODES,
      }),
    ),
    async act(page) {
      await press('New recovery codes')(page);
      await press('Make new codes')(page);
    },
    shows: (page) => page.getByRole('list', { name: 'Recovery codes' }),
  },
  {
    name: 'profile-sessions',
    path: '/profile',
    network: answering(OWN_SESSIONS, SESSIONS),
    shows: text('Safari on iPhone'),
  },
  {
    name: 'profile-sessions-all',
    path: '/profile',
    network: answering(OWN_SESSIONS, SESSIONS),
    act: press('Sign out all others'),
    shows: dialog,
  },
  {
    name: 'profile-sessions-failed',
    path: '/profile',
    network: failing(OWN_SESSIONS),
    shows: warns('Could not load'),
  },
];
