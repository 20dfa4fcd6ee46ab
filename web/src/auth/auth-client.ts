import type { AuthClient as Client } from '@supabase/auth-js';

/** The stock client of the auth service; its package exports it as a value only. */
export type AuthClient = InstanceType<typeof Client>;

let loading: Promise<AuthClient> | null = null;

/** The one client of this page, loaded when it is first needed. @throws when its script does not load; call again */
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
