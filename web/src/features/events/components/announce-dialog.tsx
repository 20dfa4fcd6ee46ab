import { ANNOUNCEMENT_TEXTS } from '@hereabouts/contract/announcements';
import { ANNOUNCEMENT_MAX } from '@hereabouts/contract/limits';
import { isBlank } from '@hereabouts/contract/visible-text';
import { useRef, useState } from 'react';
import { Button } from '#web/ui/buttons/button.tsx';
import { FormBanner } from '#web/ui/forms/form-banner.tsx';
import { TextArea } from '#web/ui/forms/text-field.tsx';
import { Dialog } from '#web/ui/overlays/dialog.tsx';
import * as recurring from '#web/texts/recurring.ts';
import * as texts from '#web/texts/event-page.tsx';
import { announceProblem, useAnnounce } from '../announcement-queries.ts';

type Props = { open: boolean; eventId: number; onClose: () => void };

/** Source: HOST-05. */
export function AnnounceDialog({ open, eventId, onClose }: Props) {
  const announce = useAnnounce(eventId);
  const [message, setMessage] = useState('');
  const [isMissing, setIsMissing] = useState(false);
  const field = useRef<HTMLTextAreaElement>(null);
  const close = () => {
    // A request in flight is still heard of.
    if (announce.isError) announce.reset();
    setIsMissing(false);
    onClose();
  };
  const send = () => {
    setIsMissing(isBlank(message));
    if (isBlank(message)) return field.current?.focus();
    announce.mutate(message, {
      onSuccess() {
        setMessage('');
        onClose();
      },
    });
  };
  return (
    <Dialog
      open={open}
      onClose={close}
      title={texts.makeAnAnnouncement}
      description={texts.announceHelp}
      initialFocus={field}
      footer={
        <>
          <Button variant="secondary" onClick={close}>
            {recurring.cancel}
          </Button>
          <Button busy={announce.isPending} busyLabel={recurring.sending} onClick={send}>
            {texts.announce}
          </Button>
        </>
      }
    >
      {announce.isError && <FormBanner tone="error">{announceProblem(announce.error)}</FormBanner>}
      <TextArea
        ref={field}
        label={texts.announcement}
        rows={4}
        maxLength={ANNOUNCEMENT_MAX}
        value={message}
        error={isMissing ? ANNOUNCEMENT_TEXTS.empty : null}
        onChange={(event) => setMessage(event.target.value)}
      />
    </Dialog>
  );
}
