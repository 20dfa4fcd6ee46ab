import { firstEventProblem } from '@hereabouts/contract/event-problems';
import { useEffect, useRef, useState } from 'react';
import { ApiError } from '#web/lib/api.ts';
import { newUuid } from '#web/lib/uuid.ts';
import { inputOf, isSameDraft, type EventDraft } from './draft.ts';
import { useSaveEvent } from './form-queries.ts';
import { forgetDraft, readDraft, saveDraft } from './saved-draft.ts';
import { useImageUpload } from './use-image-upload.ts';
import { useOwnKey } from './use-own-key.ts';

/** Exact text of the product (EVF-12). */
const SAVE_FAILED = 'Failed to save event. Please try again.';

type Options = {
  /** Under which name the draft is kept. */
  formKey: string;
  /** Null for a new event. */
  eventId: number | null;
  initial: EventDraft;
  onSaved: (eventId: number) => void;
};

/** Everything a form knows: what was typed, whether it was saved, and what is wrong. */
export function useEventForm({ formKey, eventId, initial, onSaved }: Options) {
  // The form starts from one state of the event; what comes later must not overwrite what is being typed.
  const [base] = useState(() => withKey(initial, eventId));
  const [kept] = useState(() => {
    const found = readDraft(formKey);
    return found && withKey(found, eventId);
  });
  const [draft, setDraft] = useState<EventDraft>(kept ?? base);
  const [isRestored, setIsRestored] = useState(kept !== null && !isSameDraft(kept, base));
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const isDone = useRef(false);
  const save = useSaveEvent(eventId);
  const change = (part: Partial<EventDraft>) => setDraft((before) => ({ ...before, ...part }));
  useOwnKey(draft.key, () => change({ key: newUuid() }));
  const image = useImageUpload((path) => change({ image: path }));
  const isDirty = !isSameDraft(draft, base) || image.upload.state === 'sending';

  useEffect(() => {
    if (isDone.current) return;
    if (isSameDraft(draft, base)) forgetDraft(formKey);
    else saveDraft(formKey, draft);
  }, [formKey, draft, base]);

  /** `inviteeIds`: those chosen who can be invited. */
  const submit = async (inviteeIds: readonly string[]) => {
    const found = firstEventProblem(inputOf(draft));
    setProblem(found);
    if (found !== null) return;
    setIsBusy(true);
    const isSending = image.upload.state === 'sending';
    const stored = await image.settled();
    if (isSending && stored === null) return setIsBusy(false);
    try {
      const { id } = await save.mutateAsync({ ...draft, image: stored ?? draft.image, inviteeIds });
      isDone.current = true;
      forgetDraft(formKey);
      onSaved(id);
    } catch (error) {
      setProblem(
        error instanceof ApiError && error.code !== null && error.status < 500 ? error.message : SAVE_FAILED,
      );
      setIsBusy(false);
    }
  };

  return {
    draft,
    change,
    /** As `change`, where the next state depends on the one before. */
    update: setDraft,
    image,
    problem,
    isBusy,
    isDirty,
    isRestored,
    submit,
    /** Back to the event as it is, or to an empty form. */
    startAfresh: () => {
      image.cancel();
      setDraft(withKey({ ...base, key: null }, eventId));
      setIsRestored(false);
      setProblem(null);
    },
    /** Gives up what was typed, for good. */
    abandon: () => {
      isDone.current = true;
      image.cancel();
      forgetDraft(formKey);
    },
  };
}

/** A draft keeps its key across reloads: a save whose answer was lost may be repeated after one. */
const withKey = (draft: EventDraft, eventId: number | null): EventDraft =>
  eventId === null && draft.key === null ? { ...draft, key: newUuid() } : draft;

export type EventForm = ReturnType<typeof useEventForm>;
