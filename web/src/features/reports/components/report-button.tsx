import type { ReportSubject } from '@hereabouts/contract/reports';
import { Flag } from 'lucide-react';
import { useState } from 'react';
import { Button } from '#web/ui/buttons/button.tsx';
import { IconButton } from '#web/ui/buttons/icon-button.tsx';
import * as texts from '#web/texts/reports.ts';
import { LazyReportDialog } from './lazy-report-dialog.tsx';
import styles from './report-button.module.css';

type Props = {
  subject: Exclude<ReportSubject, { kind: 'message' }>;
  /** The person's name, for a button in the row of a list: only its icon is seen. */
  name?: string;
};

const LABELS = { user: texts.reportThisPerson, event: texts.reportEvent };

/** Source: SAFE-02. */
export function ReportButton({ subject, name }: Props) {
  const [open, setOpen] = useState(false);
  const icon = <Flag aria-hidden="true" />;
  return (
    <>
      {name === undefined ? (
        <div className={styles.row}>
          <Button variant="quiet" size="small" icon={icon} onClick={() => setOpen(true)}>
            {LABELS[subject.kind]}
          </Button>
        </div>
      ) : (
        <IconButton label={texts.reportName(name)} icon={icon} onClick={() => setOpen(true)} />
      )}
      <LazyReportDialog open={open} subject={subject} name={name ?? ''} onClose={() => setOpen(false)} />
    </>
  );
}
