import { expect, test } from 'vitest';
import { EMPTY_DRAFT } from './draft.ts';
import { resolvedDraft } from './resolved-draft.ts';

test('GUEST-04 EVF-23 a guest stays deselected after a conflict, whatever account they have become', () => {
  const base = { ...EMPTY_DRAFT, title: 'Quiz', inviteeIds: ['zoe', 'ann'] };
  const draft = { ...base, title: 'My quiz', inviteeIds: ['ann'] };
  const stored = { ...base, title: 'Their quiz', inviteeIds: ['account', 'ann', 'eve'] };
  expect(resolvedDraft({ base, draft, stored, taken: ['title'] })).toEqual({
    draft: { ...draft, title: 'Their quiz' },
    base: { ...base, title: 'Their quiz' },
  });
});
