import { ANNOUNCEMENT_TEXTS } from '@hereabouts/contract/announcements';
import { ANNOUNCEMENT_MAX } from '@hereabouts/contract/limits';
import { isBlank } from '@hereabouts/contract/visible-text';
import { useLayoutEffect, useRef, useState } from 'react';
import { Button } from '#web/ui/buttons/button.tsx';
import { FormBanner } from '#web/ui/forms/form-banner.tsx';
import { TextArea } from '#web/ui/forms/text-field.tsx';
import { showAlert } from '#web/ui/feedback/toast-store.ts';
import { Dialog } from '#web/ui/overlays/dialog.tsx';
import { useIsOpen } from '#web/ui/overlays/use-is-open.ts';
import * as recurring from '#web/texts/recurring.ts';
import * as texts from '#web/texts/event-page.tsx';
import { announceProblem, useAnnounce } from '../announcement-queries.ts';

type Props = { open: boolean; eventId: number; onClose: () => void };

/** Source: HOST-05. */
export function AnnounceDialog({ open, eventId, onClose }: Props) {
  const announce = useAnnounce(eventId, (error) => {
    if (!isOpen.current) showAlert(announceProblem(error));
  });
  const isOpen = useIsOpen(open, () => announce.isError && announce.reset());
  const [message, setMessage] = useState('');
  const typed = useRef(message);
  useLayoutEffect(() => {
    typed.current = message;
  });
  const [isMissing, setIsMissing] = useState(false);
  const field = useRef<HTMLTextAreaElement>(null);
  const close = () => {
    setIsMissing(false);
    onClose();
  };
  const send = () => {
    setIsMissing(isBlank(message));
    if (isBlank(message)) return field.current?.focus();
    announce.mutate(message, {
      onSuccess() {
        // Another text may have been typed meanwhile.
        if (typed.current !== message) return;
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
