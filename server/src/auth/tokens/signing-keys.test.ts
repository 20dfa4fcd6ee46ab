import { MINUTE_MS } from '@hereabouts/contract/durations';
import { createTestDatabase } from '@hereabouts/testing/database';
import { createFakeClock, type FakeClock } from '@hereabouts/testing/fake-clock';
import { exportJWK, generateKeyPair } from 'jose';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { EcJwk } from '#server/db/auth-schema.ts';
import type { Database } from '#server/db/database.ts';
import { openSigningKeys, type SigningKeys } from './signing-keys.ts';

let db: Database;
let clock: FakeClock;
let operatorKey: EcJwk;
const opened: SigningKeys[] = [];
beforeEach(async () => {
  db = await createTestDatabase();
  clock = createFakeClock();
  const { privateKey } = await generateKeyPair('ES256', { extractable: true });
  operatorKey = (await exportJWK(privateKey)) as EcJwk;
});
afterEach(async () => {
  for (const keys of opened.splice(0)) keys.close();
  await db.close();
});

async function open(options: { operatorKey: EcJwk | null; isCommand?: boolean }): Promise<SigningKeys> {
  const keys = await openSigningKeys({ db, clock }, { isCommand: false, ...options });
  opened.push(keys);
  return keys;
}
const activeKeys = async () =>
  (await db.query<{ kid: string }>('select kid from auth.signing_keys where active')).map(({ kid }) => kid);

test('AUTH-02 OPS-09 a server keeps its AUTH_SIGNING_KEY although a process without it has made another one', async () => {
  const server = await open({ operatorKey });
  const { kid } = server.signer();
  await open({ operatorKey: null });
  expect(await activeKeys()).not.toContain(kid);
  for (let minute = 0; minute < 40; minute += 1) {
    clock.advance(MINUTE_MS);
    await expect.poll(() => server.verifier(kid)).not.toBeNull();
  }
  await expect.poll(activeKeys).toEqual([kid]);
});

test('OPS-04 a command without the AUTH_SIGNING_KEY of the servers ends with an error and changes nothing', async () => {
  const { kid } = (await open({ operatorKey })).signer();
  await expect(open({ operatorKey: null, isCommand: true })).rejects.toThrow('AUTH_SIGNING_KEY');
  expect(await activeKeys()).toEqual([kid]);
  const command = await open({ operatorKey, isCommand: true });
  expect(command.signer().kid).toBe(kid);
});
