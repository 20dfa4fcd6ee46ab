import { mergeEvent, takeFieldGroups, type FieldGroup } from '@hereabouts/contract/event-merge';
import { inputOf, withInput, type EventDraft } from './draft.ts';

type Conflict = {
  base: EventDraft;
  draft: EventDraft;
  stored: EventDraft;
  /** What the person takes from `stored`, of what both changed. */
  taken: readonly FieldGroup[];
};

/** The draft to save after a conflict (EVF-23). The guest lists remain the form's: only the server knows whom it meant by
 * somebody no longer listed (GUEST-04). */
export function resolvedDraft({ base, draft, stored, taken }: Conflict): Pick<Conflict, 'draft' | 'base'> {
  const theirs = inputOf(stored);
  const { values } = mergeEvent(inputOf(base), inputOf(draft), theirs);
  return {
    draft: withInput(draft, takeFieldGroups(values, theirs, taken)),
    base: { ...stored, inviteeIds: base.inviteeIds },
  };
}
