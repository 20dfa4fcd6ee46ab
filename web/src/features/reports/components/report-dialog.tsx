import { REPORT_TEXTS, REPORT_REASON_MAX, type ReportSubject } from '@hereabouts/contract/reports';
import { isBlank } from '@hereabouts/contract/visible-text';
import { useId, useRef, useState, type FormEvent } from 'react';
import { Button } from '#web/ui/buttons/button.tsx';
import { Dialog } from '#web/ui/overlays/dialog.tsx';
import { FormBanner } from '#web/ui/forms/form-banner.tsx';
import { TextArea } from '#web/ui/forms/text-field.tsx';
import { showNotice } from '#web/ui/feedback/toast-store.ts';
import { reportProblem, useReport } from '../queries.ts';
import styles from './report-dialog.module.css';

export type ReportDialogProps = {
  open: boolean;
  subject: ReportSubject;
  /** Of the person, the event, or the message's sender. */
  name: string;
  /** The reported message, to show what is sent. */
  quote?: string | undefined;
  onClose: () => void;
};

const TITLES: Record<ReportSubject['kind'], (name: string) => string> = {
  user: (name) => `Report ${name}`,
  event: () => 'Report this event',
  message: (name) => `Report a message by ${name}`,
};

/** Reports a person, an event or a message to the operator. Source: SAFE-02. */
export function ReportDialog({ open, subject, name, quote, onClose }: ReportDialogProps) {
  const formId = useId();
  const field = useRef<HTMLTextAreaElement>(null);
  const [reason, setReason] = useState('');
  const [isMissing, setIsMissing] = useState(false);
  const report = useReport();

  const close = () => {
    setReason('');
    setIsMissing(false);
    report.reset();
    onClose();
  };

  const send = (event: FormEvent) => {
    event.preventDefault();
    if (report.isPending) return;
    setIsMissing(isBlank(reason));
    if (isBlank(reason)) return field.current?.focus();
    report.mutate(
      { subject, reason },
      {
        onSuccess() {
          close();
          showNotice('Thank you. Your report has been sent.');
        },
      },
    );
  };

  return (
    <Dialog
      open={open}
      onClose={close}
      title={TITLES[subject.kind](name)}
      description="Your report goes to the people who run this site. Nobody else is told of it."
      initialFocus={field}
      footer={
        <>
          <Button variant="secondary" onClick={close}>
            Cancel
          </Button>
          <Button type="submit" form={formId} busy={report.isPending} busyLabel="Sending...">
            Send Report
          </Button>
        </>
      }
    >
      <form id={formId} className={styles.form} noValidate onSubmit={send}>
        {quote === undefined ? null : <blockquote className={styles.quote}>{quote}</blockquote>}
        <TextArea
          ref={field}
          label="What is wrong?*"
          required
          maxLength={REPORT_REASON_MAX}
          value={reason}
          error={isMissing ? REPORT_TEXTS.reasonMissing : null}
          onChange={(event) => {
            setReason(event.target.value);
            setIsMissing(false);
          }}
        />
        {report.isError && <FormBanner tone="error">{reportProblem(report.error)}</FormBanner>}
      </form>
    </Dialog>
  );
}
