import { useSettings } from '#web/lib/api/use-settings.ts';

/** The minimum of any instance, until its settings are loaded. */
const PASSWORD_MIN_LENGTH = 8;

/** In characters. */
export const usePasswordMinLength = (): number =>
  useSettings().data?.password_min_length ?? PASSWORD_MIN_LENGTH;
