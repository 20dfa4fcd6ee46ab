import { afterAll, beforeAll, expect, test } from 'vitest';
import { startAuthServer, type AuthServer } from '@hereabouts/testing/auth-server';
import { expectWireError, wirePeople } from '@hereabouts/testing/wire-people';

/** Every answer of the calls of recovery codes, as bare requests see them. */

let server: AuthServer;
beforeAll(async () => {
  server = await startAuthServer();
});
afterAll(() => server.stop());

const { signUp, secured } = wirePeople(() => server);
const post = { method: 'POST' };
const remove = { method: 'DELETE' };

test('MFA-02 recovery codes have an answer for each refusal', async () => {
  const path = '/factors/recovery-codes';
  const { call } = await signUp();
  expectWireError(await server.call(path), 401, 'no_authorization');
  expectWireError(await call(path), 404, 'mfa_factor_not_found', 'The user has not enrolled recovery codes');
  const { low, high } = await secured();
  for (const [rest, request] of [
    ['', post],
    ['/regenerate', post],
    ['', remove],
  ] as const) {
    expectWireError(await call(path + rest, request), 403, 'insufficient_aal');
    expectWireError(await low(path + rest, request), 403, 'insufficient_aal');
  }
  expectWireError(await high(`${path}/regenerate`, post), 404, 'mfa_factor_not_found');
  expectWireError(await high(path, remove), 404, 'mfa_factor_not_found');
  const named = (name: string) => high(path, { body: { friendly_name: name } });
  expectWireError(await named('phone'), 422, 'mfa_factor_name_conflict');
  expect((await named('Paper')).body).toMatchObject({ friendly_name: 'Paper', total: 10 });
  expectWireError(await named('Other'), 422, 'mfa_verified_factor_exists');
  for (const code of ['', 'aaaabbbbccccdddd', null, undefined]) {
    expectWireError(await low(`${path}/verify`, { body: { code } }), 422, 'mfa_verification_failed');
  }
  expectWireError(await low(`${path}/verify`, { body: { code: 12 } }), 400, 'bad_json');
  expectWireError(await low(`${path}/challenge`, post), 404, 'validation_failed');
});

test('MFA-02 recovery codes are refused without a verified authenticator app', async () => {
  const { factor, high } = await secured();
  await server.db.query("update auth.factors set status = 'unverified' where id = $1", [factor.id]);
  expectWireError(await high('/factors/recovery-codes', post), 422, 'mfa_recovery_codes_sole_factor');
  expect((await high('/user')).body.factors).toHaveLength(1);
});
