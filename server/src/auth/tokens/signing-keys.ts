import { calculateJwkThumbprint, exportJWK, generateKeyPair, importJWK, type CryptoKey } from 'jose';
import { isoAgo, nowIso, type Clock } from '#server/clock.ts';
import type { Database } from '#server/db/database.ts';
import type { EcJwk } from '#server/db/auth-schema.ts';
import {
  activateOperatorKey,
  activateSigningKey,
  listSigningKeys,
  type NewKey,
  type StoredKey,
} from './signing-key-repo.ts';

const ALGORITHM = 'ES256';
/** Longer than access tokens last. */
const RETIRED_KEPT_MS = 30 * 60_000;
/** After so long a key change by another process is known. */
const RELOAD_MS = 60_000;
/** Minimum interval of reloads for unknown key ids, which anybody can send. */
const RELOAD_PAUSE_MS = 1_000;

export type PublicJwk = EcJwk & { kid: string; alg: string; use: string; key_ops: string[] };

export type SigningKeys = {
  signer(): { kid: string; key: CryptoKey };
  /** Null if its tokens can no longer be valid. */
  verifier(kid: string): Promise<CryptoKey | null>;
  publicKeys(): PublicJwk[];
  /** The old key still verifies. @throws Error when the operator sets the key */
  rotate(): Promise<void>;
  close(): void;
};

/** `isCommand`: for an operator's command, which must not take the key from the servers. */
type KeyOptions = { operatorKey: EcJwk | null; isCommand: boolean };

/** @throws Error unless it is an ES256 private key */
export function parseSigningKey(text: string): EcJwk {
  const problem = 'AUTH_SIGNING_KEY must be an ES256 (P-256) private key as a JWK in JSON, with x, y and d';
  let jwk: Partial<EcJwk> | null;
  try {
    jwk = JSON.parse(text) as Partial<EcJwk> | null;
  } catch {
    throw new Error(problem);
  }
  const isComplete = jwk?.kty === 'EC' && jwk.crv === 'P-256' && jwk.x && jwk.y && jwk.d;
  if (!isComplete || (jwk?.alg !== undefined && jwk.alg !== ALGORITHM)) throw new Error(problem);
  // WebCrypto imports a key for one use; JWKs may list both.
  const { key_ops: _uses, ...key } = jwk as EcJwk & { key_ops?: unknown };
  return key;
}

/** @throws Error where `isCommand` and the servers have a key that is not stored */
export async function openSigningKeys(
  { db, clock }: { db: Database; clock: Clock },
  { operatorKey, isCommand }: KeyOptions,
): Promise<SigningKeys> {
  const own = operatorKey && (await identify(operatorKey));
  let signer: { kid: string; key: CryptoKey };
  let keys = new Map<string, { jwk: PublicJwk; key: CryptoKey }>();
  let loadedAtMs = clock.now();

  const load = async () => {
    loadedAtMs = clock.now();
    const stored = await listSigningKeys(db, isoAgo({ clock }, RETIRED_KEPT_MS));
    const active = stored.find((key) => key.active);
    const loaded = await Promise.all(stored.map(importStored));
    keys = new Map(loaded.map((entry) => [entry.jwk.kid, entry]));
    return active;
  };
  const useStored = async (active: StoredKey | undefined) => {
    if (active?.private_jwk) signer = { kid: active.kid, key: await importKey(active.private_jwk) };
    return active?.private_jwk != null;
  };
  const makeActive = async (replaces: string | null) => {
    await activateSigningKey(db, await generate(), { replaces, now: nowIso({ clock }) });
    if (!(await useStored(await load()))) throw new Error('No signing key could be made');
  };

  const activateOwn = async (kid: string, publicJwk: EcJwk) => {
    await activateOperatorKey(db, { kid, publicJwk, privateJwk: null }, nowIso({ clock }));
    await load();
  };

  if (operatorKey && own) {
    signer = { kid: own.kid, key: await importKey(operatorKey) };
    if (!isCommand || (await load()) === undefined) await activateOwn(own.kid, own.publicJwk);
  } else {
    const active = await load();
    if (isCommand && active?.private_jwk === null) {
      throw new Error('The servers have an AUTH_SIGNING_KEY: this command needs it too, or their ENV_FILE');
    }
    if (!(await useStored(active))) await makeActive(active?.kid ?? null);
  }
  const stop = clock.every(RELOAD_MS, () => {
    // The current keys stay valid; the next reload tries again.
    reload().catch(() => {});
  });
  async function reload() {
    const active = await load();
    if (isCommand) return;
    // Another process has made another one the active key, and this one would be refused everywhere soon.
    if (own !== null && active?.kid !== own.kid) await activateOwn(own.kid, own.publicJwk);
    else if (own === null && !(await useStored(active))) await makeActive(active?.kid ?? null);
  }

  return {
    signer: () => signer,
    async verifier(kid) {
      if (!keys.has(kid) && clock.now() - loadedAtMs >= RELOAD_PAUSE_MS) await reload();
      return keys.get(kid)?.key ?? null;
    },
    publicKeys: () => [...keys.values()].map(({ jwk }) => jwk),
    async rotate() {
      if (operatorKey) throw new Error('Change AUTH_SIGNING_KEY to change the key');
      await makeActive(signer.kid);
    },
    close: stop,
  };
}

async function generate(): Promise<NewKey> {
  const { privateKey } = await generateKeyPair(ALGORITHM, { extractable: true });
  const privateJwk = (await exportJWK(privateKey)) as EcJwk;
  return { ...(await identify(privateJwk)), privateJwk };
}

async function identify(jwk: EcJwk): Promise<{ kid: string; publicJwk: EcJwk }> {
  const publicJwk: EcJwk = { kty: jwk.kty, crv: jwk.crv, x: jwk.x, y: jwk.y };
  return { kid: jwk.kid ?? (await calculateJwkThumbprint(publicJwk)), publicJwk };
}

const importKey = async (jwk: EcJwk) => (await importJWK(jwk, ALGORITHM)) as CryptoKey;

async function importStored({ kid, public_jwk }: StoredKey) {
  const jwk: PublicJwk = { ...public_jwk, kid, alg: ALGORITHM, use: 'sig', key_ops: ['verify'] };
  return { jwk, key: await importKey(public_jwk) };
}
