import { dictionary } from '@zxcvbn-ts/language-common';
import { expect, test, vi } from 'vitest';
import { isCommonPassword } from './common-passwords.ts';

test('AUTH-05 common passwords are known in their usual disguises', async () => {
  for (const password of [
    'password',
    'Passw0rd!',
    'qwerty123',
    '12345678',
    '!!sunshine99',
    'LETMEIN2026',
    'qwertyui',
    'Hereabouts2026',
    '1q2w3e4r5t',
  ]) {
    expect([password, await isCommonPassword(password)]).toEqual([password, true]);
  }
});

test('AUTH-05 every password of a list of tens of thousands is known, in whatever case', async () => {
  const list = dictionary['passwords-common'].map(String);
  expect(list.length).toBeGreaterThan(40_000);
  const missed = [];
  for (const password of list) if (!(await isCommonPassword(password.toUpperCase()))) missed.push(password);
  expect(missed).toEqual([]);
});

test('AUTH-05 other passwords are not refused, nor a rare word of the list with something added', async () => {
  for (const password of [
    'gorse-and-granite-49',
    'passwords are hard',
    'пляжный костёр',
    'Ttk9-vvq2-mmz7',
    'gfhjkm-tidal-4471',
  ]) {
    expect([password, await isCommonPassword(password)]).toEqual([password, false]);
  }
});

test('AUTH-05 a list that could not be loaded once is loaded for the next password', async () => {
  vi.resetModules();
  vi.doMock('@zxcvbn-ts/language-common', () => {
    throw new Error('It is not installed');
  });
  const anew = await import('./common-passwords.ts');
  await expect(anew.isCommonPassword('sunshine99')).rejects.toThrow();
  vi.doUnmock('@zxcvbn-ts/language-common');
  expect(await anew.isCommonPassword('sunshine99')).toBe(true);
});
