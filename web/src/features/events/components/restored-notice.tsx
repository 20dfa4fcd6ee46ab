import { Button } from '#web/ui/buttons/button.tsx';
import { FormBanner } from '#web/ui/forms/form-banner.tsx';
import * as texts from '#web/texts/event-form.tsx';

type Props = { isNew: boolean; onStartAfresh: () => void };

/** After a reload. */
export function RestoredNotice({ isNew, onStartAfresh }: Props) {
  return (
    <FormBanner
      tone="info"
      action={
        <Button variant="quiet" size="small" onClick={onStartAfresh}>
          {isNew ? texts.startAfresh : texts.discardChanges}
        </Button>
      }
    >
      {texts.draftRestored}
    </FormBanner>
  );
}
