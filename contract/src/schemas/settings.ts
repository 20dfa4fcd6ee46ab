import * as z from 'zod/mini';
import { operations } from '../route.ts';

/** What the browser needs to know of this instance's configuration. Public: no secrets. */
export const settings = z.object({
  version: z.string(),
  /** Key of the maps places service; null without one (LOC-02). */
  maps_key: z.nullable(z.string()),
  /** Where the maps script is loaded from; the key is added to it. */
  maps_script_url: z.string(),
  /** Whether a new account must confirm its e-mail address first (REG-02). */
  confirm_email: z.boolean(),
  /** Characters a new password has at least (REG-03). */
  password_min_length: z.int(),
  /** HTML-free credit for the map tiles. */
  tile_attribution: z.string(),
});
export type Settings = z.infer<typeof settings>;

export const settingsOperations = operations({
  getSettings: {
    summary: "This instance's public settings",
    status: 200,
    response: settings,
  },
});
