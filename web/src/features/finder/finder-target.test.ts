import { expect, test } from 'vitest';
import { listTargets } from './finder-target.ts';

test('FIND-01 USER-02 a friend without a name is called as everywhere else', () => {
  const user = { id: '00000000-0000-4000-8000-000000000001', name: '', image: null };
  const friend = { user, isSharing: true, state: 'live', isHeard: true, position: null } as const;
  expect(listTargets({ friends: [friend], meetingPoint: null })).toMatchObject([{ name: 'Unnamed User' }]);
});
