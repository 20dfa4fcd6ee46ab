import type { AuthClient as Client } from '@supabase/auth-js';

/** The package exports it as a value only. */
export type AuthClient = InstanceType<typeof Client>;

let loading: Promise<AuthClient> | null = null;

/** One per page, loaded when first needed. @throws when its script does not load; call again */
export function loadAuthClient(): Promise<AuthClient> {
  loading ??= import('./stock-client.ts').then(
    ({ createClient }) => createClient(),
    (cause: unknown) => {
      loading = null;
      throw cause;
    },
  );
  return loading;
}
