import { expect, test } from 'vitest';
import { groupCode, recoveryCodesFile } from './recovery-codes.ts';

test('MFA-02 a recovery code is shown in groups of four', () => {
  expect(groupCode('k4m9x7qp2ab8ht3zq0vw51cd')).toBe('k4m9-x7qp-2ab8-ht3z-q0vw-51cd');
  expect(groupCode('abcd')).toBe('abcd');
});

test('MFA-02 the file of recovery codes explains them and has one code per line', () => {
  const file = recoveryCodesFile(['aaaabbbb', 'ccccdddd'], { host: 'here.example', day: '2026-11-21' });
  expect(file).toBe(
    [
      'Hereabouts recovery codes for here.example',
      'Made on 2026-11-21. Each code signs you in once in place of a code from your app.',
      '',
      'aaaa-bbbb',
      'cccc-dddd',
      '',
    ].join('\n'),
  );
});
