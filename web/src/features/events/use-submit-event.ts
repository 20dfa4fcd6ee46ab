import { uploadRoutes } from '@hereabouts/contract/uploads';
import { useCallback, useEffect, useRef, useState } from 'react';
import { ApiError, callUpload } from '#web/lib/api/api.ts';
import { failureText } from '#web/lib/api/failure-text.ts';
import { serverNow } from '#web/live/server-clock.ts';
import * as texts from '#web/texts/event-form.tsx';
import { coverFile, coverNamed, type CoverName } from './covers.ts';
import { endOf, inputOf, sentOnce, type EventDraft } from './draft.ts';
import { problemOf, type FormProblem } from './problems.ts';
import type { useImageUpload } from './use-image-upload.ts';
import { saveProblem, type Saving } from './use-saving.ts';

/** A new object at each press. `isOwn`: found by the form itself, so it ends with its cause. */
export type FoundProblem = FormProblem & { isOwn?: true };

type Options = {
  draft: EventDraft;
  base: EventDraft;
  hasEnded: boolean;
  image: ReturnType<typeof useImageUpload>;
  saving: Saving;
  onProblem: (problem: FoundProblem | null) => void;
  onCoverStored: (name: CoverName, path: string) => void;
  /** Before sending: a page left meanwhile goes on from there. */
  onAttempt: (sent: Pick<EventDraft, 'attempts' | 'sentInviteeIds'>) => void;
};

export function useSubmitEvent({
  draft,
  base,
  hasEnded,
  image,
  saving,
  onProblem,
  onCoverStored,
  onAttempt,
}: Options) {
  /** Nothing of the event has been sent. */
  const [waitsFor, setWaitsFor] = useState<'picture' | 'friends' | null>(null);
  const attempt = useRef<AbortController>(undefined);
  const giveUp = useCallback(() => {
    attempt.current?.abort();
    setWaitsFor(null);
  }, []);
  // Whoever has left meanwhile has no event of it.
  useEffect(() => giveUp, [giveUp]);

  /** The cover is stored once however often saving is tried. */
  const storeCover = async (name: string | null, signal: AbortSignal): Promise<string | null> => {
    const cover = coverNamed(name);
    if (cover === null) return null;
    const { path } = await callUpload(uploadRoutes.createUpload, await coverFile(cover), { signal });
    onCoverStored(cover.name, path);
    return path;
  };

  /** `choose` gives those chosen who can be invited. */
  const submit = async (choose: () => Promise<readonly string[]>, isPastConfirmed = false) => {
    if (waitsFor !== null || saving.isBusy) return;
    // A question left open would cover the problem that comes of the answer.
    saving.ask(null);
    const found = problemOf(inputOf(draft));
    onProblem(found && { ...found, isOwn: true });
    if (found !== null) return;
    attempt.current = new AbortController();
    const { signal } = attempt.current;
    setWaitsFor('picture');
    const stored = await image.sender.settled();
    if (signal.aborted) return;
    setWaitsFor(null);
    if (stored.state === 'cancelled') return;
    if (stored.state === 'failed') return onProblem({ text: stored.message, fields: ['image'] });
    setWaitsFor('friends');
    let inviteeIds: readonly string[];
    try {
      inviteeIds = await choose();
    } catch (error) {
      const text = failureText(texts.loadFriendsFailed, error);
      if (!signal.aborted) onProblem({ text, fields: ['friends'] });
      return;
    } finally {
      if (!signal.aborted) setWaitsFor(null);
    }
    if (signal.aborted) return;
    const isOver = Date.parse(endOf(draft) ?? '') < serverNow();
    if (isOver && !hasEnded && !isPastConfirmed) return saving.ask({ kind: 'past' });
    const { image: given, cover } = stored.picture ?? draft;
    let path = given;
    if (path === null) {
      setWaitsFor('picture');
      try {
        path = await storeCover(cover, signal);
      } catch (error) {
        if (!signal.aborted) onProblem(coverProblem(error));
        return;
      } finally {
        if (!signal.aborted) setWaitsFor(null);
      }
      if (signal.aborted) return;
    }
    const sent = sentOnce({ ...draft, image: path }, inviteeIds);
    onAttempt({ attempts: sent.attempts, sentInviteeIds: sent.sentInviteeIds });
    await saving.start({ draft: sent, base });
  };

  return { submit, waitsFor, giveUp };
}

/** A picture that the server does not take is the picture's problem; anything else, the save's. */
const coverProblem = (error: unknown): FormProblem =>
  error instanceof ApiError && error.status < 500
    ? { ...saveProblem(error), fields: ['image'] }
    : saveProblem(error);
