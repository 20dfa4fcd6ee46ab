import type { ComponentType } from 'react';
import { lazyPage, type Preloaded } from './lazy-page.tsx';

/** A page that is in the HTML before the app is (PWA-07), and has to be loaded before it takes its place. */
function prerendered(load: () => Promise<ComponentType>) {
  const preloaded: Preloaded = { component: null };
  const preload = async () => void (preloaded.component = await load());
  return { Page: lazyPage(load, preloaded), preload };
}

export const LOGIN = prerendered(() =>
  import('#web/features/account/login-page.tsx').then((m) => m.LoginPage),
);
export const REGISTER = prerendered(() =>
  import('#web/features/account/register-page.tsx').then((m) => m.RegisterPage),
);
export const FORGOT_PASSWORD = prerendered(() =>
  import('#web/features/account/forgot-password-page.tsx').then((m) => m.ForgotPasswordPage),
);
export const ResetPassword = lazyPage(() =>
  import('#web/features/account/reset-password-page.tsx').then((m) => m.ResetPasswordPage),
);
export const TwoStep = lazyPage(() =>
  import('#web/features/account/two-step-page.tsx').then((m) => m.TwoStepPage),
);
export const Confirm = lazyPage(() =>
  import('#web/features/account/confirm-page.tsx').then((m) => m.ConfirmPage),
);
export const Add = lazyPage(() => import('./pages/add.tsx').then((page) => page.Add));
export const JOIN = prerendered(async () => {
  const { Join, visitorActionsReady } = await import('./pages/join.tsx');
  await visitorActionsReady;
  return Join;
});
export const Unsubscribe = lazyPage(() => import('./pages/unsubscribe.tsx').then((page) => page.Unsubscribe));
