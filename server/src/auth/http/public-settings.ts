import type { AuthConfig } from '#server/config.ts';

export function publicSettings({ confirmEmail, smsPerDay }: AuthConfig) {
  return {
    external: { anonymous_users: false, email: true, phone: smsPerDay > 0 },
    disable_signup: false,
    mailer_autoconfirm: !confirmEmail,
    phone_autoconfirm: !confirmEmail,
    saml_enabled: false,
  };
}
