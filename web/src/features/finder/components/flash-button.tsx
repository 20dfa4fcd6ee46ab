import { Zap } from 'lucide-react';
import { useSendFlash } from '#web/live/send-flash.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { showNotice } from '#web/ui/feedback/toast-store.ts';
import { VisuallyHidden } from '#web/ui/text/visually-hidden.tsx';

type Props = { eventId: number; user: { id: string; name: string } };

/** For a friend in a list. Source: FIND-02. */
export function FlashButton({ eventId, user }: Props) {
  const { flash, isSending } = useSendFlash(eventId, showNotice);
  return (
    <Button
      variant="secondary"
      size="small"
      icon={<Zap aria-hidden="true" />}
      locked={isSending}
      onClick={() => flash(user.id)}
    >
      Flash<VisuallyHidden> {user.name}</VisuallyHidden>
    </Button>
  );
}
