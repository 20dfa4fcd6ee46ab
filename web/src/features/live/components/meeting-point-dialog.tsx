import { MEETING_POINT_NAME_MAX, MEETING_POINT_TEXTS } from '@hereabouts/contract/meeting-points';
import { cleanLine } from '@hereabouts/contract/visible-text';
import { LocateFixed, MapPin } from 'lucide-react';
import { useId, useRef, useState, type FormEvent } from 'react';
import type { Point } from '#web/lib/geo/geodesy.ts';
import type { LiveEvent } from '#web/live/live-store.ts';
import { meetAt, meetText } from '#web/live/meet-at.ts';
import { useSetMeetingPoint } from '#web/live/queries.ts';
import { serverNow } from '#web/live/server-clock.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { Dialog } from '#web/ui/overlays/dialog.tsx';
import { FormBanner } from '#web/ui/forms/form-banner.tsx';
import { lazyPart } from '#web/ui/feedback/lazy-part.tsx';
import { Skeleton } from '#web/ui/feedback/skeleton.tsx';
import { TextField } from '#web/ui/forms/text-field.tsx';
import { showNotice } from '#web/ui/feedback/toast-store.ts';
import * as texts from '#web/texts/live.tsx';
import * as recurring from '#web/texts/recurring.ts';
import { setByText } from './meeting-point-card.tsx';
import styles from './meeting-point-dialog.module.css';
import { failureMessage } from '#web/lib/api/failure-text.ts';

const PointPicker = lazyPart(
  () => import('#web/map/place/point-picker.tsx').then((module) => module.PointPicker),
  {
    loading: <Skeleton shape="block" height="260px" />,
    failedTitle: texts.theMapDidNotLoad,
  },
);

const FAILED = texts.setPointFailed;
const NO_PLACE = texts.pleaseChooseWhereToMeet;
const MAP_HEIGHT_PX = 260;
const ZOOM = 17;

type Props = { open: boolean; onClose: () => void; live: LiveEvent; viewerId: string };

export function MeetingPointDialog({ open, onClose, live, viewerId }: Props) {
  const formId = useId();
  const set = useSetMeetingPoint(live.page.event.id);
  const { meetingPoint } = live;
  const close = () => {
    if (set.isError) set.reset();
    onClose();
  };
  return (
    <Dialog
      open={open}
      onClose={close}
      title={meetingPoint ? texts.changeTheMeetingPoint : texts.setAMeetingPoint}
      footer={
        <>
          <Button variant="secondary" onClick={close}>
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
  set: ReturnType<typeof useSetMeetingPoint>;
  onSet: () => void;
};

function Form({ formId, live, viewerId, set, onSet }: FormProps) {
  const { page, own, meetingPoint: last } = live;
  const { event } = page;
  const venue: Point = { latitude: event.location_latitude, longitude: event.location_longitude };
  const [name, setName] = useState('');
  const [time, setTime] = useState('');
  const [place, setPlace] = useState<Point | null>(null);
  const [problem, setProblem] = useState<'name' | 'place' | null>(null);
  const nameField = useRef<HTMLInputElement>(null);

  function submit(submitted: FormEvent) {
    submitted.preventDefault();
    if (set.isPending) return;
    const clean = cleanLine(name);
    if (clean === '') {
      setProblem('name');
      return nameField.current?.focus();
    }
    if (place === null) return setProblem('place');
    setProblem(null);
    set.mutate(
      {
        name: clean,
        latitude: place.latitude,
        longitude: place.longitude,
        meet_at: meetAt(time, serverNow()),
      },
      {
        onSuccess() {
          showNotice(texts.meetingPointSet);
          onSet();
        },
      },
    );
  }

  return (
    <form id={formId} className={styles.form} onSubmit={submit} noValidate>
      {last && (
        <FormBanner tone="info">
          {texts.replacesPoint(last.name, meetText(last.meet_at), setByText(last, viewerId))}
        </FormBanner>
      )}
      <div className={styles.nameAndTime}>
        <TextField
          ref={nameField}
          label={texts.name}
          placeholder={texts.pointNameExample}
          value={name}
          maxLength={MEETING_POINT_NAME_MAX}
          autoComplete="off"
          error={problem === 'name' ? MEETING_POINT_TEXTS.noMeetingPoint : null}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
        />
        <TextField
          label={texts.timeIfAny}
          type="time"
          value={time}
          onChange={({ currentTarget }) => setTime(currentTarget.value)}
        />
      </div>
      <fieldset className={styles.place}>
        <legend className={styles.legend}>{texts.where}</legend>
        <div className={styles.choices}>
          <Button
            variant="secondary"
            size="small"
            icon={<LocateFixed aria-hidden="true" />}
            disabled={own.fix === null}
            onClick={() => own.fix && setPlace(pointOf(own.fix))}
          >
            {texts.whereIAm}
          </Button>
          <Button
            variant="secondary"
            size="small"
            icon={<MapPin aria-hidden="true" />}
            onClick={() => setPlace(venue)}
          >
            {event.location_name}
          </Button>
        </div>
        <p className={styles.hint} role="status">
          {place
            ? `Chosen: ${place.latitude.toFixed(5)}, ${place.longitude.toFixed(5)}`
            : texts.pickPointOnMap}
        </p>
        {problem === 'place' && place === null && <FormBanner tone="error">{NO_PLACE}</FormBanner>}
        <PointPicker
          label={recurring.meetingPoint}
          value={place}
          onChange={setPlace}
          centre={last ? pointOf(last) : own.fix ? pointOf(own.fix) : venue}
          heightPx={MAP_HEIGHT_PX}
          zoom={ZOOM}
        />
      </fieldset>
      {set.isError && <FormBanner tone="error">{failureMessage(FAILED, set.error)}</FormBanner>}
    </form>
  );
}

const pointOf = ({ latitude, longitude }: Point): Point => ({ latitude, longitude });
