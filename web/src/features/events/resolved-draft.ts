import { mergeEvent, takeFieldGroups, type FieldGroup } from '@hereabouts/contract/event-merge';
import { inputOf, withInput, type EventDraft } from './draft.ts';

type Conflict = {
  /** What the draft started from. */
  base: EventDraft;
  draft: EventDraft;
  /** The event as it is stored now. */
  stored: EventDraft;
  /** What the person takes from there, of what both changed. */
  taken: readonly FieldGroup[];
};

/** The draft to save after a conflict (EVF-23): it starts from `stored` and has what the person changed or chose. The guest lists
 * remain those of the form: only the server knows whom it meant by somebody who is no longer listed (GUEST-04). */
export function resolvedDraft({ base, draft, stored, taken }: Conflict): Pick<Conflict, 'draft' | 'base'> {
  const theirs = inputOf(stored);
  const { values } = mergeEvent(inputOf(base), inputOf(draft), theirs);
  return {
    draft: withInput(draft, takeFieldGroups(values, theirs, taken)),
    base: { ...stored, inviteeIds: base.inviteeIds },
  };
}
