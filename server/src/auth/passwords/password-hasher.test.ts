import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { createPasswordHasher } from './password-hasher.ts';

const ADDRESSES = 200;

test('AUTH-07 a password is hashed as OWASP asks', async () => {
  // In a process of its own: here quicker hashes stand in.
  const print = `
    import { createPasswordHasher } from '${import.meta.resolve('./password-hasher.ts')}';
    console.log(await createPasswordHasher().hash('gorse-and-granite-49'));
  `;
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', print]);
  expect(stdout).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
});

test('AUTH-09 a flood of sign-ins from 200 addresses neither refuses nor starves one from elsewhere (S27)', async () => {
  const hasher = createPasswordHasher();
  let finished = 0;
  const guess = (index: number) =>
    hasher.verify(null, 'guess', { ip: `203.0.${index}.1` }).then(
      () => (finished += 1),
      () => null,
    );
  const flood = Array.from({ length: ADDRESSES }, (_, index) => guess(index));
  // One address alone cannot take more than its places.
  const greedy = Array.from({ length: 64 }, () => guess(0));
  const before = finished;
  expect(await hasher.verify(null, 'mine', { ip: '198.51.100.7' })).toBe(false);
  // At most one turn of each of the others came first, and those that were running.
  expect(finished - before).toBeLessThanOrEqual(ADDRESSES + 4);
  expect((await Promise.all(flood)).filter((answer) => answer === null)).toEqual([]);
  expect((await Promise.all(greedy)).filter((answer) => answer === null)).toHaveLength(1);
}, 90_000);

test('AUTH-09 a flood from the thousands of addresses of an IPv6 customer delays one from elsewhere by no more than one address', async () => {
  const hasher = createPasswordHasher();
  let finished = 0;
  const guess = (index: number) =>
    hasher.verify(null, 'guess', { ip: `2001:db8:1:${index}::1` }).then(
      () => (finished += 1),
      () => null,
    );
  const flood = Array.from({ length: ADDRESSES }, (_, index) => guess(index));
  expect(await hasher.verify(null, 'mine', { ip: '198.51.100.7' })).toBe(false);
  expect(finished).toBeLessThanOrEqual(5);
  await Promise.all(flood);
}, 90_000);

test('AUTH-09 a hundred sessions of one person take one place, and delay nobody else behind the same address', async () => {
  const hasher = createPasswordHasher();
  const ip = '198.51.100.7';
  let finished = 0;
  const change = async () => {
    await hasher.verify(null, 'own', { ip, userId: 'mallory' });
    finished += 1;
  };
  const flood = Promise.all(Array.from({ length: 100 }, change));
  expect(await hasher.verify(null, 'mine', { ip })).toBe(false);
  expect(finished).toBeLessThanOrEqual(3);
  await flood;
  expect(finished).toBe(100);
}, 90_000);
