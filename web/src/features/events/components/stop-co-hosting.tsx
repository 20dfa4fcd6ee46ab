import { UserRoundMinus } from 'lucide-react';
import { useRef, useState } from 'react';
import { focusHeading } from '#web/lib/navigation/focus-heading.ts';
import { useLostFocus } from '#web/lib/navigation/use-lost-focus.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { showNotice } from '#web/ui/feedback/toast-store.ts';
import { lazyDialog } from '#web/ui/overlays/lazy-dialog.tsx';
import * as texts from '#web/texts/event-page.tsx';
import { useChangeCoHost } from '../host-queries.ts';
import styles from './cancel-event.module.css';

const ConfirmDialog = lazyDialog(() =>
  import('#web/ui/overlays/confirm-dialog.tsx').then((module) => module.ConfirmDialog),
);

type Props = { eventId: number; viewerId: string; isCoHost: boolean };

/** Source: HOST-02. */
export function StopCoHosting({ eventId, viewerId, isCoHost }: Props) {
  const [isAsking, setIsAsking] = useState(false);
  const change = useChangeCoHost(eventId);
  const stepDown = () =>
    change.mutate(
      { userId: viewerId, isCoHost: false },
      {
        onSuccess: () => showNotice(texts.noLongerCoHost),
        onSettled: () => setIsAsking(false),
      },
    );
  return (
    <>
      {isCoHost && <Row onPress={() => setIsAsking(true)} />}
      <ConfirmDialog
        open={isAsking}
        title={texts.stopCoHostingQuestion}
        confirmLabel={texts.stopCoHosting}
        busy={change.isPending}
        onConfirm={stepDown}
        onCancel={() => setIsAsking(false)}
        // The button that had the focus may have gone meanwhile.
        onClosed={() => (isCoHost ? undefined : focusHeading())}
      >
        {texts.stopCoHostingWarning}
      </ConfirmDialog>
    </>
  );
}

/** Gone with the role. */
function Row({ onPress }: { onPress: () => void }) {
  const row = useRef<HTMLDivElement>(null);
  useLostFocus(row, focusHeading);
  return (
    <div ref={row} className={styles.row}>
      <Button variant="secondary" size="small" icon={<UserRoundMinus aria-hidden="true" />} onClick={onPress}>
        {texts.stopCoHosting}
      </Button>
    </div>
  );
}
