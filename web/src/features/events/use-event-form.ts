import { useCallback, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';
import { uploadRoutes } from '@hereabouts/contract/uploads';
import { ApiError, callUpload } from '#web/lib/api/api.ts';
import { newUuid } from '#web/lib/uuid.ts';
import { serverNow } from '#web/live/server-clock.ts';
import { coverFile, coverNamed } from './covers.ts';
import { endOf, inputOf, isSameDraft, withEnd, withStart, type EventDraft } from './draft.ts';
import { forgetOfferedCover, offeredCover } from './offered-cover.ts';
import { problemOf, type FormField, type FormProblem } from './problems.ts';
import { forgetDraft, keptForm, saveDraft } from './saved-draft.ts';
import { useImageUpload } from './use-image-upload.ts';
import { useOwnKey } from './use-own-key.ts';
import { saveProblem, useSaving } from './use-saving.ts';

type Options = {
  /** Under which name the draft is kept. */
  formKey: string;
  /** Null for a new event. */
  eventId: number | null;
  initial: EventDraft;
  /** It begins with one of the covers. */
  offersCover: boolean;
  /** Its times are closed, so nobody is asked about them. */
  hasEnded: boolean;
  onSaved: (eventId: number) => void;
};

/** State of a form: draft, save and problems. */
export function useEventForm({ formKey, eventId, initial: given, offersCover, hasEnded, onSaved }: Options) {
  const [cover] = useState(() => (offersCover ? offeredCover(formKey) : given.cover));
  const initial = { ...given, cover };
  const [kept] = useState(() => keptForm(formKey, initial));
  /** The draft's starting point: later stored values must not overwrite input. */
  const [base, setBase] = useState(() => withKey(kept?.base ?? initial, eventId));
  const [draft, setDraft] = useState(() => (kept ? withKey(kept.draft, eventId) : base));
  const [isRestored, setIsRestored] = useState(kept !== null && !isSameDraft(kept.draft, kept.base));
  /** A new object at each press of the button; what the form found itself ends with its cause. */
  const [foundProblem, setProblem] = useState<(FormProblem & { isOwn?: true }) | null>(null);
  const isSolved = foundProblem?.isOwn === true && problemOf(inputOf(draft))?.text !== foundProblem.text;
  const problem = isSolved ? null : foundProblem;
  const isDone = useRef(false);
  const change = useCallback(
    (part: Partial<EventDraft>) => setDraft((before) => ({ ...before, ...part })),
    [],
  );
  useOwnKey(draft.key, () => change({ key: newUuid() }));
  const image = useImageUpload((path) => change({ image: path, cover: null }));
  const isDirty = !isSameDraft(draft, base) || image.upload.state === 'sending';
  const saving = useSaving({
    eventId,
    onProblem: setProblem,
    onResolved(resolved) {
      setDraft(resolved.draft);
      setBase(resolved.base);
    },
    onSaved(id) {
      forget();
      onSaved(id);
    },
  });
  const [isWaiting, setIsWaiting] = useState(false);

  const forget = () => {
    isDone.current = true;
    forgetDraft(formKey);
    forgetOfferedCover(formKey);
  };

  useEffect(() => {
    if (isDone.current) return;
    if (isSameDraft(draft, base)) forgetDraft(formKey);
    else saveDraft(formKey, { draft, base });
  }, [formKey, draft, base]);

  /** The path of the cover, stored once however often saving is tried. */
  const storeCover = async (name: EventDraft['cover']): Promise<string | null> => {
    const cover = coverNamed(name);
    if (cover === null) return null;
    const { path } = await callUpload(uploadRoutes.createUpload, await coverFile(cover));
    setDraft((now) => (now.cover === name && now.image === null ? { ...now, image: path } : now));
    return path;
  };

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
    let path = stored.path ?? draft.image;
    if (path === null) {
      setIsWaiting(true);
      try {
        path = await storeCover(draft.cover);
      } catch (error) {
        return setProblem(coverProblem(error));
      } finally {
        setIsWaiting(false);
      }
    }
    await saving.start({ draft: { ...draft, image: path, inviteeIds }, base });
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
      image.cancel();
      forget();
    },
  };
}

/** A picture that the server does not take is the picture's problem; anything else, the save's. */
const coverProblem = (error: unknown): FormProblem =>
  error instanceof ApiError && error.status < 500
    ? { ...saveProblem(error), fields: ['image'] }
    : saveProblem(error);

/** A draft keeps its key across reloads: a save whose answer was lost may be repeated after one. */
const withKey = (draft: EventDraft, eventId: number | null): EventDraft =>
  eventId === null && draft.key === null ? { ...draft, key: newUuid() } : draft;

export type EventFields = ReturnType<typeof useEventForm>['fields'];
