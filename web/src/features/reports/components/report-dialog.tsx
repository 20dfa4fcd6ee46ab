import { REPORT_TEXTS, REPORT_REASON_MAX, type ReportSubject } from '@hereabouts/contract/reports';
import { isBlank } from '@hereabouts/contract/visible-text';
import { useId, useRef, useState, type FormEvent } from 'react';
import { Button } from '#web/ui/buttons/button.tsx';
import { Dialog } from '#web/ui/overlays/dialog.tsx';
import { FormBanner } from '#web/ui/forms/form-banner.tsx';
import { TextArea } from '#web/ui/forms/text-field.tsx';
import { showNotice } from '#web/ui/feedback/toast-store.ts';
import * as recurring from '#web/texts/recurring.ts';
import * as texts from '#web/texts/reports.ts';
import { reportProblem, useReport } from '../queries.ts';
import styles from './report-dialog.module.css';

type Props = {
  open: boolean;
  subject: ReportSubject;
  /** Of the person or the message's sender; empty if unknown, and for events. */
  name: string;
  quote?: string | undefined;
  onClose: () => void;
};

const TITLES: Record<ReportSubject['kind'], string> = {
  user: texts.reportThisPerson,
  event: texts.reportThisEvent,
  message: texts.reportThisMessage,
};

/** What is typed is about one subject. Source: SAFE-02. */
export const ReportDialog = (props: Props) => <Report key={JSON.stringify(props.subject)} {...props} />;

function Report({ open, subject, name, quote, onClose }: Props) {
  const formId = useId();
  const field = useRef<HTMLTextAreaElement>(null);
  const [reason, setReason] = useState('');
  const [isMissing, setIsMissing] = useState(false);
  const report = useReport();

  /** A press beside it keeps what was typed. */
  const hide = () => {
    setIsMissing(false);
    report.reset();
    onClose();
  };
  const close = () => {
    setReason('');
    hide();
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
          showNotice(texts.reportSent);
        },
      },
    );
  };

  return (
    <Dialog
      open={open}
      onClose={hide}
      locked={report.isPending}
      title={TITLES[subject.kind]}
      person={name || undefined}
      description={texts.reportHelp}
      initialFocus={field}
      footer={
        <>
          <Button variant="secondary" locked={report.isPending} onClick={close}>
            {recurring.cancel}
          </Button>
          <Button type="submit" form={formId} busy={report.isPending} busyLabel={recurring.sending}>
            {texts.sendReport}
          </Button>
        </>
      }
    >
      <form id={formId} className={styles.form} noValidate onSubmit={send}>
        {quote === undefined ? null : <blockquote className={styles.quote}>{quote}</blockquote>}
        <TextArea
          ref={field}
          label={texts.whatIsWrong}
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
