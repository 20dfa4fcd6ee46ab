import { useCallback, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';
import { newUuid } from '#web/lib/uuid.ts';
import { inputOf, isUnsaved, withEnd, withStart, withTimesOf, type EventDraft } from './draft.ts';
import { isUnsent } from './image-sender.ts';
import { forgetOfferedCover, offeredCover } from './offered-cover.ts';
import { problemOf, type FormField } from './problems.ts';
import { forgetDraft, keptForm, saveDraft } from './saved-draft.ts';
import { useImageUpload } from './use-image-upload.ts';
import { useOwnKey } from './use-own-key.ts';
import { useSaving } from './use-saving.ts';
import { useSubmitEvent, type FoundProblem } from './use-submit-event.ts';

type Options = {
  /** Key of the kept draft. */
  formKey: string;
  eventId: number | null;
  initial: EventDraft;
  offersCover: boolean;
  /** Its times cannot be changed: those typed before are left out, and nobody is asked about a past end. */
  hasEnded: boolean;
  onSaved: (eventId: number) => void;
};

export function useEventForm({ formKey, eventId, initial: given, offersCover, hasEnded, onSaved }: Options) {
  const [cover] = useState(() => (offersCover ? offeredCover(formKey) : given.cover));
  const initial = { ...given, cover };
  const [kept] = useState(() => keptForm(formKey, initial));
  /** The draft's starting point: later stored values must not overwrite input. */
  const [base, setBase] = useState(() => withKey(kept?.base ?? initial, eventId));
  const [typed, setDraft] = useState(() => (kept ? withKey(kept.draft, eventId) : base));
  const draft = useMemo(() => (hasEnded ? withTimesOf(typed, base) : typed), [typed, base, hasEnded]);
  /** How often the draft was replaced as a whole: a key for fields that remember what they began with. */
  const [replacements, setReplacements] = useState(0);
  const replace = (by: { draft: EventDraft; base: EventDraft }) => {
    setDraft(by.draft);
    setBase(by.base);
    setReplacements((before) => before + 1);
  };
  const [isRestored, setIsRestored] = useState(kept !== null && isUnsaved(draft, base));
  const [foundProblem, setProblem] = useState<FoundProblem | null>(null);
  const isSolved = foundProblem?.isOwn === true && problemOf(inputOf(draft))?.text !== foundProblem.text;
  const problem = isSolved ? null : foundProblem;
  const isDone = useRef(false);
  const change = useCallback(
    (part: Partial<EventDraft>) => setDraft((before) => ({ ...before, ...part })),
    [],
  );
  useOwnKey(draft.key, () => change({ key: newUuid() }));
  const image = useImageUpload(change);
  const isDirty = isUnsaved(draft, base) || isUnsent(image.upload);
  const saving = useSaving({
    eventId,
    onProblem: setProblem,
    onResolved: replace,
    onSaved(id) {
      forget();
      onSaved(id);
    },
  });

  const forget = () => {
    isDone.current = true;
    forgetDraft(formKey);
    forgetOfferedCover(formKey);
  };

  useEffect(() => {
    if (isDone.current) return;
    if (isUnsaved(draft, base)) saveDraft(formKey, { draft, base });
    else forgetDraft(formKey);
  }, [formKey, draft, base]);

  const {
    submit,
    waitsFor,
    giveUp: giveUpWaiting,
  } = useSubmitEvent({
    draft,
    base,
    hasEnded,
    image,
    saving,
    onProblem: setProblem,
    onCoverStored: (name, path) =>
      setDraft((now) => (now.cover === name && now.image === null ? { ...now, image: path } : now)),
    onAttempt: change,
  });

  const giveUp = () => {
    giveUpWaiting();
    saving.giveUp();
  };

  /** The banner is drawn before the many fields are. */
  const shownProblem = useDeferredValue(problem);
  const fields = useMemo(() => {
    const errorOf = (field: FormField) => (shownProblem?.fields.includes(field) ? shownProblem.text : null);
    return {
      draft,
      change,
      errorOf,
      /** Props of a text field with a problem; the banner announces it. */
      fieldOf: (field: FormField) => ({ dataField: field, error: errorOf(field), announcesError: false }),
      /** As `change`, where the next state depends on the one before. */
      update: setDraft,
      setStart: (start: string) => setDraft((before) => withStart(before, start, base)),
      setEnd: (end: string) => setDraft((before) => withEnd(before, end, base)),
    };
  }, [draft, base, change, shownProblem]);

  return {
    fields,
    base,
    image,
    problem,
    shownProblem,
    saving,
    waitsFor,
    /** What is sent is the draft as it was at the press: nothing can be changed meanwhile. */
    isBusy: waitsFor !== null || saving.isBusy,
    /** Until it is sent, leaving discards the event. */
    isLostByLeaving: isDirty && !saving.isSending,
    isLostByReload: isUnsent(image.upload),
    isRestored,
    replacements,
    submit,
    giveUp,
    /** Resets to the stored event, or to an empty form. */
    startAfresh: () => {
      image.sender.cancel();
      const fresh = withKey({ ...initial, key: null }, eventId);
      replace({ draft: fresh, base: fresh });
      setIsRestored(false);
      setProblem(null);
    },
    abandon: () => {
      giveUp();
      image.sender.cancel();
      forget();
    },
  };
}

/** A draft keeps its key across reloads: a save whose answer was lost may be repeated after one. */
const withKey = (draft: EventDraft, eventId: number | null): EventDraft =>
  eventId === null && draft.key === null ? { ...draft, key: newUuid() } : draft;

export type EventFields = ReturnType<typeof useEventForm>['fields'];
