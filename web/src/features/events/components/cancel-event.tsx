import { CalendarX2 } from 'lucide-react';
import { useState } from 'react';
import { Button } from '#web/ui/buttons/button.tsx';
import { lazyDialog } from '#web/ui/overlays/lazy-dialog.tsx';
import * as texts from '#web/texts/event-page.tsx';
import styles from './cancel-event.module.css';

const CancelDialog = lazyDialog(() => import('./cancel-dialog.tsx').then((module) => module.CancelDialog));

type Props = {
  eventId: number;
  /** The button goes with the right to press it; the question stays until it is closed. */
  mayCancel: boolean;
  /** What had the focus before may be gone. */
  onClosed: () => void;
};

/** Source: SAFE-04. */
export function CancelEvent({ eventId, mayCancel, onClosed }: Props) {
  const [isAsking, setIsAsking] = useState(false);
  return (
    <>
      {mayCancel && (
        <div className={styles.row}>
          <Button
            variant="danger"
            size="small"
            icon={<CalendarX2 aria-hidden="true" />}
            onClick={() => setIsAsking(true)}
          >
            {texts.cancelEvent}
          </Button>
        </div>
      )}
      <CancelDialog
        open={isAsking}
        eventId={eventId}
        onClose={() => setIsAsking(false)}
        onClosed={onClosed}
      />
    </>
  );
}
