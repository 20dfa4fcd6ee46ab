import type { AuthConfig } from '#server/config.ts';

/** Settings of the protocol that clients read before sign-in. */
export function publicSettings({ confirmEmail, smsPerDay }: AuthConfig) {
  return {
    external: { anonymous_users: false, email: true, phone: smsPerDay > 0 },
    disable_signup: false,
    mailer_autoconfirm: !confirmEmail,
    phone_autoconfirm: !confirmEmail,
    saml_enabled: false,
  };
}
