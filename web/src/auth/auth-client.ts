import { AUTH_PATH, SESSION_STORAGE_KEY } from '@hereabouts/contract/auth';
import { isConfirmationAwaited } from './confirmation-link.ts';

type AuthJs = typeof import('@supabase/auth-js');
/** The stock client of the auth service. */
export type AuthClient = InstanceType<AuthJs['AuthClient']>;

let loading: Promise<AuthClient> | null = null;

/** The one client of this page, loaded when it is first needed. @throws when its script does not load; call again */
export function loadAuthClient(): Promise<AuthClient> {
  loading ??= import('@supabase/auth-js').then(createClient, (cause: unknown) => {
    loading = null;
    throw cause;
  });
  return loading;
}

function createClient({ AuthClient: Client }: AuthJs): AuthClient {
  return new Client({
    url: location.origin + AUTH_PATH,
    storageKey: SESSION_STORAGE_KEY,
    autoRefreshToken: true,
    persistSession: true,
    flowType: 'implicit',
    detectSessionInUrl: () => isConfirmationAwaited(),
  });
}
