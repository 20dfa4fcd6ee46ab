import type { SignUpOpenness } from '@hereabouts/contract/settings';
import type { AuthConfig } from '#server/config.ts';

export function publicSettings({ anonymous, confirmEmail, smsPerDay }: AuthConfig, signUps: SignUpOpenness) {
  return {
    external: { anonymous_users: anonymous, email: true, phone: smsPerDay > 0 },
    disable_signup: signUps === 'closed',
    mailer_autoconfirm: !confirmEmail,
    phone_autoconfirm: !confirmEmail,
    saml_enabled: false,
  };
}
