import { lazyPage } from './lazy-page.tsx';

export const Login = lazyPage(() => import('#web/features/account/login-page.tsx').then((m) => m.LoginPage));
export const Register = lazyPage(() =>
  import('#web/features/account/register-page.tsx').then((m) => m.RegisterPage),
);
export const ForgotPassword = lazyPage(() =>
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
export const Join = lazyPage(() => import('./pages/join.tsx').then((page) => page.Join));
export const Unsubscribe = lazyPage(() => import('./pages/unsubscribe.tsx').then((page) => page.Unsubscribe));
