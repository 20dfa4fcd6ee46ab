import { useEffect, useRef, useState } from 'react';
import { newUuid } from '#web/lib/uuid.ts';
import { serverNow } from '#web/live/server-clock.ts';
import { endOf, inputOf, isSameDraft, withEnd, withStart, type EventDraft } from './draft.ts';
import { problemOf, type FormField, type FormProblem } from './problems.ts';
import { forgetDraft, keptForm, saveDraft } from './saved-draft.ts';
import { useImageUpload } from './use-image-upload.ts';
import { useOwnKey } from './use-own-key.ts';
import { useSaving } from './use-saving.ts';

type Options = {
  /** Under which name the draft is kept. */
  formKey: string;
  /** Null for a new event. */
  eventId: number | null;
  initial: EventDraft;
  /** Its times are closed, so nobody is asked about them. */
  hasEnded: boolean;
  onSaved: (eventId: number) => void;
};

/** State of a form: draft, save and problems. */
export function useEventForm({ formKey, eventId, initial, hasEnded, onSaved }: Options) {
  const [kept] = useState(() => keptForm(formKey, initial));
  /** The draft's starting point: later stored values must not overwrite input. */
  const [base, setBase] = useState(() => withKey(kept?.base ?? initial, eventId));
  const [draft, setDraft] = useState(() => (kept ? withKey(kept.draft, eventId) : base));
  const [isRestored, setIsRestored] = useState(kept !== null && !isSameDraft(kept.draft, kept.base));
  /** A new object at each press of the button; what the form found itself ends with its cause. */
  const [told, setProblem] = useState<(FormProblem & { isOwn?: true }) | null>(null);
  const isSolved = told?.isOwn === true && problemOf(inputOf(draft))?.text !== told.text;
  const problem = isSolved ? null : told;
  const isDone = useRef(false);
  const change = (part: Partial<EventDraft>) => setDraft((before) => ({ ...before, ...part }));
  useOwnKey(draft.key, () => change({ key: newUuid() }));
  const image = useImageUpload((path) => change({ image: path }));
  const isDirty = !isSameDraft(draft, base) || image.upload.state === 'sending';
  const saving = useSaving({
    eventId,
    onProblem: setProblem,
    onResolved(resolved) {
      setDraft(resolved.draft);
      setBase(resolved.base);
    },
    onSaved(id) {
      isDone.current = true;
      forgetDraft(formKey);
      onSaved(id);
    },
  });
  const [isWaiting, setIsWaiting] = useState(false);

  useEffect(() => {
    if (isDone.current) return;
    if (isSameDraft(draft, base)) forgetDraft(formKey);
    else saveDraft(formKey, { draft, base });
  }, [formKey, draft, base]);

  /** `inviteeIds`: those chosen who can be invited. */
  const submit = async (inviteeIds: readonly string[], isPastConfirmed = false) => {
    const found = problemOf(inputOf(draft));
    setProblem(found && { ...found, isOwn: true });
    if (found !== null) return;
    setIsWaiting(true);
    const stored = await image.settled();
    setIsWaiting(false);
    if (stored.state === 'failed') return setProblem({ text: stored.message, fields: ['image'] });
    const isOver = Date.parse(endOf(draft) ?? '') < serverNow();
    if (isOver && !hasEnded && !isPastConfirmed) return saving.ask({ kind: 'past' });
    await saving.start({ draft: { ...draft, image: stored.path ?? draft.image, inviteeIds }, base });
  };

  const errorOf = (field: FormField) => (problem?.fields.includes(field) ? problem.text : null);

  return {
    draft,
    base,
    change,
    errorOf,
    /** Props of a text field with a problem; the banner announces it. */
    fieldOf: (field: FormField) => ({ dataField: field, error: errorOf(field), announcesError: false }),
    /** As `change`, where the next state depends on the one before. */
    update: setDraft,
    setStart: (start: string) => setDraft((before) => withStart(before, start, base)),
    setEnd: (end: string) => setDraft((before) => withEnd(before, end, base)),
    image,
    problem,
    saving,
    isBusy: isWaiting || saving.isBusy,
    isDirty,
    isRestored,
    submit,
    /** Back to the event as it is, or to an empty form. */
    startAfresh: () => {
      image.cancel();
      const fresh = withKey({ ...initial, key: null }, eventId);
      setBase(fresh);
      setDraft(fresh);
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
