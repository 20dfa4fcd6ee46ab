import * as z from 'zod/mini';
import { SIGN_UP_OPENNESS } from '../settings.ts';
import { operations } from '../route.ts';

/** Public configuration: no secrets. */
export const settings = z.object({
  version: z.string(),
  maps_key: z.nullable(z.string()),
  maps_script_url: z.string(),
  sign_ups: z.enum(SIGN_UP_OPENNESS),
  /** New guests without an account are let in (GUEST-01). */
  guests: z.boolean(),
  confirm_email: z.boolean(),
  password_min_length: z.int(),
  tile_attribution: z.string(),
});
export type Settings = z.infer<typeof settings>;

export const settingsOperations = operations({
  getSettings: {
    summary: "Get this instance's public settings",
    status: 200,
    response: settings,
  },
});
