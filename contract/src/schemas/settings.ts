import * as z from 'zod/mini';
import { operations } from '../route.ts';

/** Public configuration: no secrets. */
export const settings = z.object({
  version: z.string(),
  /** Null without one (LOC-02). */
  maps_key: z.nullable(z.string()),
  /** The key is appended to it. */
  maps_script_url: z.string(),
  /** Source: REG-02. */
  confirm_email: z.boolean(),
  /** Source: REG-03. */
  password_min_length: z.int(),
  /** Plain text. */
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
