import { expect, test, vi } from 'vitest';
import { inviteesOf, selectedOf } from './use-invitees.ts';

const [ann, ben] = [{ id: 'ann' }, { id: 'ben' }];

test('GUEST-04 EVF-15 a guest who has become an account since the form was opened does not count as deselected', () => {
  expect([...selectedOf(['zoe', 'ann'], ['zoe'], [ann, ben])]).toEqual(['zoe', 'ann']);
  expect([...selectedOf(['ann'], ['zoe'], [ann, ben])]).toEqual(['ann']);
});

test('EVF-16 somebody chosen who cannot be invited any more is not selected', () => {
  expect([...selectedOf(['eve', 'ben'], [], [ann, ben])]).toEqual(['ben']);
});

test('HOST-07 EVF-16 whoever is chosen before the friends have come is invited where they turn out to be one', async () => {
  const read = vi.fn<() => Promise<{ id: string }[]>>(async () => [ann, ben]);
  const loading = { state: 'loading' } as const;
  expect(await inviteesOf(loading, ['eve', 'ben'], [], read)).toEqual(['ben']);
  expect(read).toHaveBeenCalledOnce();
  // Nobody new, or the friends are there.
  expect(await inviteesOf(loading, ['zoe'], ['zoe', 'ann'], read)).toEqual(['zoe']);
  expect(await inviteesOf(loading, [], [], read)).toEqual([]);
  const ready = { state: 'ready', people: [], selected: new Set(['ann']) } as const;
  expect(await inviteesOf(ready, ['eve', 'ann'], [], read)).toEqual(['ann']);
  expect(read).toHaveBeenCalledOnce();
});
