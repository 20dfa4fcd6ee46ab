import { useRef, useState } from 'react';
import { Button } from '#web/ui/buttons/button.tsx';
import { ConfirmDialog } from '#web/ui/overlays/confirm-dialog.tsx';
import { Dialog } from '#web/ui/overlays/dialog.tsx';
import * as texts from '#web/texts/event-form.tsx';
import type { SaveQuestion, Saving } from '../use-saving.ts';
import { ConflictDialog } from './conflict-dialog.tsx';

type Props = {
  open: boolean;
  question: SaveQuestion | null;
  saving: Saving;
  onPastConfirmed: () => void;
};

/** Questions between the button and the save; closing saves nothing. Source: EVF-23, EVF-25, EVF-26. */
export function SaveQuestions({ question, saving, onPastConfirmed }: Props) {
  const close = () => saving.ask(null);
  // The last question stays while its dialog closes.
  const [conflict, setConflict] = useState<Extract<SaveQuestion, { kind: 'conflict' }> | null>(null);
  const [conflicts, setConflicts] = useState(0);
  if (question?.kind === 'conflict' && question !== conflict) {
    setConflict(question);
    setConflicts(conflicts + 1);
  }
  const keep = useRef<HTMLButtonElement>(null);
  return (
    <>
      <ConfirmDialog
        open={question?.kind === 'past'}
        title={texts.saveEndedEventQuestion}
        confirmLabel={texts.saveAnyway}
        cancelLabel={texts.changeTheTimes}
        onCancel={close}
        onConfirm={onPastConfirmed}
      >
        {texts.saveEndedEventWarning}
      </ConfirmDialog>
      {conflict && (
        <ConflictDialog
          key={conflicts}
          open={question?.kind === 'conflict'}
          sent={conflict.sent.draft}
          stored={conflict.stored}
          groups={conflict.groups}
          onClose={close}
          onResolve={saving.resolve}
        />
      )}
      <Dialog
        open={question?.kind === 'answers'}
        onClose={close}
        title={texts.keepEveryonesAnswers}
        description={texts.keepAnswersHelp}
        initialFocus={keep}
        footer={
          <>
            <Button variant="secondary" onClick={() => saving.answer(false)}>
              {texts.askEveryoneAgain}
            </Button>
            <Button ref={keep} onClick={() => saving.answer(true)}>
              {texts.keepAnswers}
            </Button>
          </>
        }
      />
    </>
  );
}
