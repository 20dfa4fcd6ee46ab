import { MEETING_POINT_NAME_MAX, MEETING_POINT_TEXTS } from '@hereabouts/contract/meeting-points';
import { useId, useRef } from 'react';
import { failureMessage } from '#web/lib/api/failure-text.ts';
import type { LiveEvent } from '#web/live/live-store.ts';
import { meetText } from '#web/live/meet-at.ts';
import { useSetMeetingPoint } from '#web/live/queries.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { showAlert } from '#web/ui/feedback/toast-store.ts';
import { Dialog } from '#web/ui/overlays/dialog.tsx';
import { useIsOpen } from '#web/ui/overlays/use-is-open.ts';
import { FormBanner } from '#web/ui/forms/form-banner.tsx';
import { TextField } from '#web/ui/forms/text-field.tsx';
import * as texts from '#web/texts/live.tsx';
import * as recurring from '#web/texts/recurring.ts';
import { setByText } from './meeting-point-card.tsx';
import { MeetingPlaceField } from './meeting-place-field.tsx';
import { useMeetingPointForm, type SetMeetingPoint } from './use-meeting-point-form.ts';
import styles from './meeting-point-dialog.module.css';

const FAILED = texts.setPointFailed;

type Props = { open: boolean; onClose: () => void; live: LiveEvent; viewerId: string };

export function MeetingPointDialog({ open, onClose, live, viewerId }: Props) {
  const formId = useId();
  const set = useSetMeetingPoint(live.page.event.id, (error) => {
    if (!isOpen.current) showAlert(failureMessage(FAILED, error));
  });
  const isOpen = useIsOpen(open, () => set.isError && set.reset());
  const { meetingPoint } = live;
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={meetingPoint ? texts.changeTheMeetingPoint : texts.setAMeetingPoint}
      footer={
        <>
          <Button variant="secondary" onClick={onClose}>
            {recurring.cancel}
          </Button>
          <Button type="submit" form={formId} busy={set.isPending} busyLabel={texts.setting}>
            {meetingPoint ? texts.replace : texts.set}
          </Button>
        </>
      }
    >
      {open && <Form formId={formId} live={live} viewerId={viewerId} set={set} onSet={onClose} />}
    </Dialog>
  );
}

type FormProps = {
  formId: string;
  live: LiveEvent;
  viewerId: string;
  set: SetMeetingPoint;
  onSet: () => void;
};

function Form({ formId, live, viewerId, set, onSet }: FormProps) {
  const { meetingPoint: last, nowMs } = live;
  const nameField = useRef<HTMLInputElement>(null);
  const form = useMeetingPointForm({ event: live.page.event, set, onSet, nameField });
  return (
    <form id={formId} className={styles.form} onSubmit={form.submit} noValidate>
      {last && (
        <FormBanner tone="info">
          {texts.replacesPoint(last.name, meetText(last.meet_at, nowMs), setByText(last, viewerId, nowMs))}
        </FormBanner>
      )}
      <div className={styles.nameAndTime}>
        <TextField
          ref={nameField}
          label={texts.name}
          placeholder={texts.pointNameExample}
          value={form.name}
          maxLength={MEETING_POINT_NAME_MAX}
          autoComplete="off"
          error={form.problem === 'name' ? MEETING_POINT_TEXTS.noMeetingPoint : null}
          onChange={({ currentTarget }) => form.setName(currentTarget.value)}
        />
        <TextField
          label={texts.timeIfAny}
          type="time"
          value={form.time}
          onChange={({ currentTarget }) => form.setTime(currentTarget.value)}
        />
      </div>
      <MeetingPlaceField
        live={live}
        place={form.place}
        isMissing={form.problem === 'place' && form.place === null}
        onChange={form.setPlace}
      />
      {set.isError && <FormBanner tone="error">{failureMessage(FAILED, set.error)}</FormBanner>}
    </form>
  );
}
