import { generateKeyPairSync } from 'node:crypto';
import { exportJWK, importJWK, SignJWT, UnsecuredJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bearer, signUpByWire } from '@hereabouts/testing/auth-people';
import { startAuthServer, type AuthServer } from '@hereabouts/testing/auth-server';

let server: AuthServer;
beforeAll(async () => {
  server = await startAuthServer();
});
afterAll(() => server.stop());

const decode = (part: string | undefined) => JSON.parse(Buffer.from(part ?? '', 'base64url').toString());
const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

describe('access tokens', () => {
  test('PERM-01 AUTH-06 without a token there is no account', async () => {
    for (const [path, method] of [
      ['/user', 'GET'],
      ['/user', 'PUT'],
      ['/logout', 'POST'],
      ['/reauthenticate', 'GET'],
    ] as const) {
      const { status, body } = await server.call(path, { method });
      expect({ path, status, code: body.code }).toEqual({ path, status: 401, code: 'no_authorization' });
    }
  });

  test('AUTH-05 PERM-01 a token whose session belongs to somebody else is refused', async () => {
    const [ann, bob] = [await signUpByWire(server), await signUpByWire(server)];
    const { session_id: sessionId } = decode(ann.token.split('.')[1]);
    await server.db.query('update auth.sessions set user_id = $1 where id = $2', [bob.id, sessionId]);
    expect(await server.auth.authenticate(ann.token)).toBeNull();
    expect(await server.auth.authenticate(bob.token)).not.toBeNull();
  });

  test('AUTH-05 PERM-01 a token of another instance with the same key is refused (S33)', async () => {
    const instance = (publicUrl: string) => startAuthServer({ beside: server, publicUrl });
    const [one, two] = [await instance('https://one.example'), await instance('https://two.example')];
    const { token } = await signUpByWire(one);
    expect(await one.auth.authenticate(token)).not.toBeNull();
    expect(await two.auth.authenticate(token)).toBeNull();
    await one.stop();
    await two.stop();
  });

  test('AUTH-05 PERM-01 a token that is not exactly ours is refused: algorithm, key, audience, time, content', async () => {
    const { token } = await signUpByWire(server);
    const [head, payload, signature] = token.split('.');
    const header = decode(head);
    const claims = decode(payload);
    const stranger = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey;
    const publicKey = (await server.call('/.well-known/jwks.json')).body.keys[0];
    const hs256 = (key: string) =>
      new SignJWT(claims).setProtectedHeader({ alg: 'HS256', kid: header.kid }).sign(Buffer.from(key));
    const forged = {
      'alg none': new UnsecuredJWT(claims).encode(),
      'alg none with our kid': `${encode({ ...header, alg: 'none' })}.${payload}.`,
      'HS256 with the public key': await hs256(JSON.stringify(publicKey)),
      'HS256 with x': await hs256(publicKey.x),
      'another key, our kid': await new SignJWT(claims).setProtectedHeader(header).sign(stranger),
      'another key, its kid': await new SignJWT(claims)
        .setProtectedHeader({ ...header, kid: 'mine' })
        .sign(stranger),
      'another key, sent along': await new SignJWT(claims)
        .setProtectedHeader({ alg: 'ES256', jwk: await exportJWK(stranger) })
        .sign(stranger),
      'no kid': `${encode({ alg: 'ES256', typ: 'JWT' })}.${payload}.${signature}`,
      'changed claims': `${head}.${encode({ ...claims, sub: crypto.randomUUID() })}.${signature}`,
      'no signature': `${head}.${payload}.`,
      nonsense: 'a.b.c',
      'too long': `${token}${'A'.repeat(10_000)}`,
    };
    for (const [name, value] of Object.entries(forged)) {
      expect([name, await server.auth.authenticate(value)]).toEqual([name, null]);
    }
    const { status, body } = await server.call('/user', {
      headers: bearer(forged['another key, our kid']),
    });
    expect({ status, code: body.code }).toEqual({ status: 403, code: 'bad_jwt' });
    expect(await server.auth.authenticate(token)).not.toBeNull();
  });

  test('AUTH-05 our own key does not help a token for another audience, without an end or without a session', async () => {
    const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const jwk = { ...(await exportJWK(privateKey)), kid: 'operator' };
    const own = await startAuthServer({ auth: { signingKey: JSON.stringify(jwk) } });
    const { token } = await signUpByWire(own);
    const claims = decode(token.split('.')[1]);
    const key = await importJWK(jwk, 'ES256');
    const sign = (changes: object) =>
      new SignJWT({ ...claims, ...changes }).setProtectedHeader({ alg: 'ES256', kid: 'operator' }).sign(key);
    expect(await own.auth.authenticate(await sign({}))).not.toBeNull();
    for (const changes of [
      { aud: 'somebody-else' },
      { aud: undefined },
      { exp: undefined },
      { exp: claims.iat - 1 },
      { session_id: undefined },
      { session_id: 'x' },
      { sub: 'x' },
    ]) {
      expect([changes, await own.auth.authenticate(await sign(changes))]).toEqual([changes, null]);
    }
    await own.stop();
  });

  test('AUTH-01 a token ends when it says, also one seen before', async () => {
    const { token } = await signUpByWire(server);
    const { clock } = server;
    const start = clock.now();
    const viewer = await server.auth.authenticate(token);
    expect(viewer?.expiresAtMs).toBe((Math.floor(start / 1000) + 900) * 1000);
    clock.set((viewer?.expiresAtMs ?? 0) - 1);
    expect(await server.auth.authenticate(token)).not.toBeNull();
    clock.set(viewer?.expiresAtMs ?? 0);
    expect(await server.auth.authenticate(token)).toBeNull();
    clock.set(start);
  });
});

describe('ended sessions', () => {
  test('endSession and endUser work at once and tell who listens', async () => {
    const heard: string[] = [];
    server.auth.onSessionEnded(({ sessionId }) => heard.push(sessionId));
    const { token, id } = await signUpByWire(server);
    const viewer = (await server.auth.authenticate(token))?.viewer;
    expect(viewer?.userId).toBe(id);
    await server.auth.endSession(viewer?.sessionId ?? '');
    expect(await server.auth.authenticate(token)).toBeNull();
    const other = await signUpByWire(server);
    await server.auth.endUser(other.id);
    expect(await server.auth.authenticate(other.token)).toBeNull();
    expect(heard).toEqual([viewer?.sessionId, decode(other.token.split('.')[1]).session_id]);
  });

  test('another process refuses an ended session within two seconds, and at once after a notification', async () => {
    const other = await startAuthServer({ beside: server });
    const endElsewhere = async () => {
      const { token } = await signUpByWire(server);
      const viewer = (await other.auth.authenticate(token))?.viewer;
      await server.auth.endSession(viewer?.sessionId ?? '');
      return { token, sessionId: viewer?.sessionId ?? '' };
    };
    const byItself = await endElsewhere();
    other.clock.advance(2_000);
    expect(await other.auth.authenticate(byItself.token)).toBeNull();
    const told = await endElsewhere();
    other.auth.sessionEnded(told.sessionId);
    expect(await other.auth.authenticate(told.token)).toBeNull();
    await other.stop();
  });
});

describe('signing keys', () => {
  test('a changed key signs, the one before still verifies for a while, both are published', async () => {
    const old = await signUpByWire(server);
    await server.auth.rotateSigningKey();
    const fresh = await signUpByWire(server);
    const kid = (token: string) => decode(token.split('.')[0]).kid;
    expect(kid(fresh.token)).not.toBe(kid(old.token));
    const { body, headers } = await server.call('/.well-known/jwks.json');
    const published = body.keys.map((key: { kid: string }) => key.kid);
    expect(published).toEqual(expect.arrayContaining([kid(old.token), kid(fresh.token)]));
    expect(body.keys.every((key: object) => !('d' in key))).toBe(true);
    expect(headers.get('cache-control')).toBe('public, max-age=600');
    expect(await server.auth.authenticate(old.token)).not.toBeNull();
  });

  test('another process accepts a token signed with a key it has not seen yet', async () => {
    const other = await startAuthServer({ beside: server });
    await server.auth.rotateSigningKey();
    const { token } = await signUpByWire(server);
    other.clock.advance(1_000);
    expect(await other.auth.authenticate(token)).not.toBeNull();
    await other.stop();
  });

  test('servers that start at once on a new database share one key', async () => {
    await server.db.query('delete from auth.signing_keys');
    const started = await Promise.all([1, 2, 3].map(() => startAuthServer({ beside: server })));
    const keys = await Promise.all(started.map((one) => one.call('/.well-known/jwks.json')));
    expect(new Set(keys.map(({ body }) => JSON.stringify(body.keys))).size).toBe(1);
    await Promise.all(started.map((one) => one.stop()));
  });

  test('an AUTH_SIGNING_KEY that is none is named when the service starts', async () => {
    const rsa = await exportJWK(generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey);
    for (const signingKey of ['nonsense', 'null', '{}', JSON.stringify(rsa)]) {
      const start = startAuthServer({ beside: server, auth: { signingKey } });
      await expect(start).rejects.toThrow(/^AUTH_SIGNING_KEY must be an ES256/);
    }
  });
});
