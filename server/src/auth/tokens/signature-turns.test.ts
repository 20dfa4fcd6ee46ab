import { createFakeClock } from '@hereabouts/testing/fake-clock';
import { createTestDatabase } from '@hereabouts/testing/database';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '#server/db/database.ts';
import { createAccessTokens } from './access-tokens.ts';
import { openSigningKeys, type SigningKeys } from './signing-keys.ts';

const SUBJECT = {
  userId: '00000000-0000-4000-8000-000000000001',
  sessionId: '00000000-0000-4000-8000-000000000002',
  email: null,
  phone: null,
  isAnonymous: false,
  aal: 'aal1',
  amr: [],
  cookieHash: null,
} as const;

const SETTINGS = { ttlS: 60, issuer: 'test' };

let db: Database;
beforeAll(async () => {
  db = await createTestDatabase();
});
afterAll(() => db.close());

test('LIVE-10 tokens with a wrong signature from one network address are checked two at a time, and others pass', async () => {
  const clock = createFakeClock();
  const keys = await openSigningKeys({ db, clock }, { operatorKey: null, isCommand: false });
  const release = Promise.withResolvers<void>();
  let held = 0;
  const slow: SigningKeys = {
    ...keys,
    signer: () => keys.signer(),
    async verifier(kid) {
      if (kid === keys.signer().kid) return await keys.verifier(kid);
      held += 1;
      await release.promise;
      return null;
    },
  };
  const tokens = createAccessTokens({ keys: slow, clock }, SETTINGS);
  const { token } = await createAccessTokens({ keys, clock }, SETTINGS).sign(SUBJECT);
  const [, payload, signature] = token.split('.');
  const header = Buffer.from(JSON.stringify({ alg: 'ES256', kid: 'made up' })).toString('base64url');
  const wrong = [header, payload, signature].join('.');
  const flood = Array.from({ length: 50 }, () => tokens.verify(wrong, '192.0.2.1'));
  await expect.poll(() => held).toBe(2);
  expect(await tokens.verify(token, '192.0.2.2')).toMatchObject({ userId: SUBJECT.userId });
  expect(held).toBe(2);
  release.resolve();
  expect(new Set(await Promise.all(flood))).toEqual(new Set([null]));
});

test('LIVE-10 queues know a token’s person where it was signed, and elsewhere once its signature was verified', async () => {
  const clock = createFakeClock();
  const keys = await openSigningKeys({ db, clock }, { operatorKey: null, isCommand: false });
  const [own, tokens] = [0, 1].map(() => createAccessTokens({ keys, clock }, SETTINGS));
  const { token } = await own!.sign(SUBJECT);
  expect(own!.personOf(token)).toBe(SUBJECT.userId);
  const invented = `${token.slice(0, -20)}${'A'.repeat(20)}`;
  expect(tokens!.personOf(token)).toBeNull();
  for (const each of [token, invented]) await tokens!.verify(each, '192.0.2.1');
  expect([token, invented].map((each) => tokens!.personOf(each))).toEqual([SUBJECT.userId, null]);
});
