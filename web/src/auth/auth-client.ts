import type { AuthClient as Client } from '@supabase/auth-js';
import { AUTH_PATH, SESSION_STORAGE_KEY } from '@hereabouts/contract/auth';
import { providerFetch } from './provider-fetch.ts';
import { newSessionStorage } from './session-storage.ts';
import { canStoreSession } from './stored-session.ts';

/** The stock client of the auth service; its package exports it as a value only. */
export type AuthClient = InstanceType<typeof Client>;

let loading: Promise<AuthClient> | null = null;

/** The one client of this page, loaded when it is first needed. @throws when its script does not load; call again */
export function loadAuthClient(): Promise<AuthClient> {
  loading ??= import('@supabase/auth-js').then(
    ({ AuthClient: Stock }) => createClient(Stock),
    (cause: unknown) => {
      loading = null;
      throw cause;
    },
  );
  return loading;
}

function createClient(Stock: typeof Client): AuthClient {
  return new Stock({
    url: location.origin + AUTH_PATH,
    storageKey: SESSION_STORAGE_KEY,
    fetch: providerFetch,
    // Where nothing can be stored the client keeps the session in memory.
    ...(canStoreSession() && { storage: newSessionStorage() }),
    autoRefreshToken: true,
    persistSession: true,
    flowType: 'implicit',
    detectSessionInUrl: false,
    experimental: { recoveryCodes: true },
  });
}
