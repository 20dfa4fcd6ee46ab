import { mergeEvent, type FieldGroup } from '@hereabouts/contract/event-merge';
import { useRef, useState } from 'react';
import { ApiError, isServerResponse } from '#web/lib/api/api.ts';
import { useIsHere } from '#web/lib/navigation/use-is-here.ts';
import { serverNow } from '#web/live/server-clock.ts';
import { showAlert } from '#web/ui/feedback/toast-store.ts';
import * as texts from '#web/texts/event-form.tsx';
import { draftOf, inputOf, type EventDraft } from './draft.ts';
import { useReadEvent, useSaveEvent, type Save } from './form-queries.ts';
import { problemOf, refusedProblem, type FormProblem } from './problems.ts';
import { resolvedDraft } from './resolved-draft.ts';
import { failureText } from '#web/lib/api/failure-text.ts';

/** Source: EVF-12. */
const SAVE_FAILED: FormProblem = { text: texts.saveEventFailed, fields: [] };

type Sent = { draft: EventDraft; base: EventDraft };

export type SaveQuestion =
  | { kind: 'past' }
  /** `stored` is the event as it is now; `groups` have been changed there and in the form. */
  | { kind: 'conflict'; sent: Sent; stored: EventDraft; groups: readonly FieldGroup[] }
  | { kind: 'answers'; sent: Sent };

type Options = {
  eventId: number | null;
  onProblem: (problem: FormProblem | null) => void;
  onResolved: (resolved: Sent) => void;
  onSaved: (eventId: number) => void;
};

/** From a checked draft to a saved event, with questions about conflicts, then answers (EVF-23, EVF-25). */
export function useSaving({ eventId, onProblem, onResolved, onSaved }: Options) {
  const [question, setQuestion] = useState<SaveQuestion | null>(null);
  const [step, setStep] = useState<'compares' | 'sends' | null>(null);
  const attempt = useRef<AbortController>(undefined);
  const isHere = useIsHere();
  const save = useSaveEvent(eventId);
  const read = useReadEvent();

  /** Whoever has left the form is told all the same. */
  const tell = (problem: FormProblem) => (isHere.current ? onProblem(problem) : showAlert(problem.text));
  const ask = (asked: SaveQuestion) => (isHere.current ? setQuestion(asked) : showAlert(SAVE_FAILED.text));

  const busy = async (run: (signal: AbortSignal) => Promise<void>) => {
    attempt.current = new AbortController();
    const { signal } = attempt.current;
    setQuestion(null);
    setStep('compares');
    try {
      await run(signal);
    } catch (error) {
      if (!signal.aborted) tell(saveProblem(error));
    } finally {
      if (!signal.aborted) setStep(null);
    }
  };

  const send = async (sent: Save, signal: AbortSignal): Promise<void> => {
    setStep('sends');
    try {
      onSaved((await save.mutateAsync(sent)).id);
    } catch (error) {
      // A concurrent save since the comparison.
      if (!(error instanceof ApiError && error.code === 'conflict')) throw error;
      setStep('compares');
      await compare(sent, signal);
    }
  };

  const compare = async (sent: Sent, signal: AbortSignal): Promise<void> => {
    if (eventId === null) return send({ ...sent, keepAnswers: false }, signal);
    const event = await read(eventId);
    if (signal.aborted) return;
    const stored = draftOf(event);
    const { conflicts } = mergeEvent(inputOf(sent.base), inputOf(sent.draft), inputOf(stored));
    if (conflicts.length > 0) return ask({ kind: 'conflict', sent, stored, groups: conflicts });
    const hasAnswers = event.invites.some(({ status, is_waiting }) => status !== 'pending' || is_waiting);
    // While it is on, a co-host may not ask again (HOST-02).
    const canAskAgain = event.permissions.cancel || Date.parse(event.start_time) > serverNow();
    if (hasAnswers && !event.has_ended && canAskAgain) return ask({ kind: 'answers', sent });
    // Nobody was asked about an answer that comes in now.
    return send({ ...sent, keepAnswers: true }, signal);
  };

  return {
    question,
    isBusy: step !== null,
    isSending: step === 'sends',
    ask: setQuestion,
    start: (sent: Sent) => busy((signal) => compare(sent, signal)),
    /** What has been sent goes on. */
    giveUp: () => {
      attempt.current?.abort();
      setStep(null);
    },
    /** `taken`: the field groups to take as stored. */
    resolve: (taken: readonly FieldGroup[]) => {
      if (question?.kind !== 'conflict') return;
      const { sent, stored } = question;
      const resolved = resolvedDraft({ ...sent, stored, taken });
      onResolved(resolved);
      const problem = problemOf(inputOf(resolved.draft));
      onProblem(problem);
      if (problem === null) void busy((signal) => compare(resolved, signal));
      else setQuestion(null);
    },
    answer: (keepAnswers: boolean) => {
      if (question?.kind !== 'answers') return;
      const { sent } = question;
      void busy((signal) => send({ ...sent, keepAnswers }, signal));
    },
  };
}

export type Saving = ReturnType<typeof useSaving>;

export const saveProblem = (error: unknown): FormProblem =>
  isServerResponse(error) && error.status < 500
    ? refusedProblem(error.message, Object.keys(error.fields))
    : { ...SAVE_FAILED, text: failureText(SAVE_FAILED.text, error) };
