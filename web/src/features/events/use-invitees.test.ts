import { expect, test } from 'vitest';
import { selectedOf } from './use-invitees.ts';

const [ann, ben] = [{ id: 'ann' }, { id: 'ben' }];

test('GUEST-04 EVF-15 a guest who has become an account since the form was opened does not count as deselected', () => {
  expect([...selectedOf(['zoe', 'ann'], ['zoe'], [ann, ben])]).toEqual(['zoe', 'ann']);
  expect([...selectedOf(['ann'], ['zoe'], [ann, ben])]).toEqual(['ann']);
});

test('EVF-16 somebody chosen who cannot be invited any more is not selected', () => {
  expect([...selectedOf(['eve', 'ben'], [], [ann, ben])]).toEqual(['ben']);
});
