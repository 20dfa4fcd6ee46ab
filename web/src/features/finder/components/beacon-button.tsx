import { personName } from '@hereabouts/contract/users';
import { Lightbulb } from 'lucide-react';
import { useLightBeacon } from '#web/live/light-beacon.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { showNotice } from '#web/ui/feedback/toast-store.ts';
import { VisuallyHidden } from '#web/ui/text/visually-hidden.tsx';
import * as texts from '#web/texts/finder.tsx';

type Props = { eventId: number; user: { id: string; name: string } };

/** Source: FIND-02. */
export function BeaconButton({ eventId, user }: Props) {
  const { lightUp, isSending } = useLightBeacon(eventId, showNotice);
  return (
    <Button
      variant="secondary"
      size="small"
      icon={<Lightbulb aria-hidden="true" />}
      locked={isSending}
      onClick={() => lightUp(user.id)}
    >
      {texts.beacon}
      <VisuallyHidden> {texts.forName(personName(user))}</VisuallyHidden>
    </Button>
  );
}
