import { UserRoundMinus } from 'lucide-react';
import { useState } from 'react';
import { Button } from '#web/ui/buttons/button.tsx';
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
    change.mutate({ userId: viewerId, isCoHost: false }, { onSettled: () => setIsAsking(false) });
  return (
    <>
      {isCoHost && (
        <div className={styles.row}>
          <Button
            variant="secondary"
            size="small"
            icon={<UserRoundMinus aria-hidden="true" />}
            onClick={() => setIsAsking(true)}
          >
            {texts.stopCoHosting}
          </Button>
        </div>
      )}
      <ConfirmDialog
        open={isAsking}
        title={texts.stopCoHostingQuestion}
        confirmLabel={texts.stopCoHosting}
        busy={change.isPending}
        onConfirm={stepDown}
        onCancel={() => setIsAsking(false)}
      >
        {texts.stopCoHostingWarning}
      </ConfirmDialog>
    </>
  );
}
