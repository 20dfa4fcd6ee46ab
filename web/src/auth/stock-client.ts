import { AuthClient as Stock } from '@supabase/auth-js';
import { AUTH_PATH, SESSION_STORAGE_KEY } from '@hereabouts/contract/auth';
import { now } from '#web/lib/time/clock.ts';
import type { AuthClient } from './auth-client.ts';
import { providerFetch } from './provider-fetch.ts';
import { newSessionStorage } from './session-storage.ts';
import { canStoreSession } from './stored-session.ts';

/** After a failed renewal the stock client pauses for a minute, which would block the page after an outage. */
const PAUSE_MAX_MS = 10_000;

class Client extends Stock {
  override async getSession() {
    const result = await super.getSession();
    this.#pauseUntil(now() + PAUSE_MAX_MS);
    return result;
  }

  endPause(): void {
    this.#pauseUntil(0);
  }

  #pauseUntil(atMs: number): void {
    const failure = this.lastRefreshFailure;
    if (failure !== null) failure.expiresAt = Math.min(failure.expiresAt, atMs);
  }
}

export function createClient(): AuthClient {
  const client = new Client({
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
  // Before the page's own listeners, which ask for a token.
  window.addEventListener('online', () => client.endPause(), true);
  return client;
}
