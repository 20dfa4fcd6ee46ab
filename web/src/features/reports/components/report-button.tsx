import { Flag } from 'lucide-react';
import { useState } from 'react';
import { Button } from '#web/ui/buttons/button.tsx';
import * as texts from '#web/texts/reports.ts';
import { LazyReportDialog } from './lazy-report-dialog.tsx';
import styles from './report-event.module.css';

/** At the end of others' events. Source: SAFE-02. */
export function ReportEvent({ event }: { event: { id: number; title: string } }) {
  const [open, setOpen] = useState(false);
  return (
    <div className={styles.row}>
      <Button variant="quiet" size="small" icon={<Flag aria-hidden="true" />} onClick={() => setOpen(true)}>
        {texts.reportEvent}
      </Button>
      <LazyReportDialog
        open={open}
        subject={{ kind: 'event', event_id: event.id }}
        name={event.title}
        onClose={() => setOpen(false)}
      />
    </div>
  );
}
