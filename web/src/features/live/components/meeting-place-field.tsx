import { LocateFixed, MapPin } from 'lucide-react';
import { useRef, useState } from 'react';
import type { Point } from '#web/lib/geo/geodesy.ts';
import type { LiveEvent } from '#web/live/live-store.ts';
import { ownPosition } from '#web/live/own-position.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { FormBanner } from '#web/ui/forms/form-banner.tsx';
import { lazyComponent } from '#web/ui/feedback/lazy-component.tsx';
import { Skeleton } from '#web/ui/feedback/skeleton.tsx';
import * as texts from '#web/texts/live.tsx';
import * as recurring from '#web/texts/recurring.ts';
import styles from './meeting-point-dialog.module.css';

const PointPicker = lazyComponent(
  () => import('#web/map/place/point-picker.tsx').then((module) => module.PointPicker),
  {
    loading: <Skeleton shape="block" height="260px" />,
    failedTitle: texts.theMapDidNotLoad,
  },
);

const MAP_HEIGHT_PX = 260;
const ZOOM = 17;

type Props = {
  live: LiveEvent;
  place: Point | null;
  /** It was to be set without a place. */
  isMissing: boolean;
  onChange: (place: Point) => void;
};

export function MeetingPlaceField({ live, place, isMissing, onChange }: Props) {
  const { page, own, meetingPoint: last } = live;
  const [locating, setLocating] = useState<'no' | 'busy' | 'failed'>('no');
  /** What is chosen while the device is being found counts. */
  const choices = useRef(0);
  const choose = (chosen: Point) => {
    choices.current += 1;
    setLocating('no');
    onChange(chosen);
  };
  /** The last fix may be of another place. */
  const chooseOwn = async () => {
    const choice = ++choices.current;
    setLocating('busy');
    const fix = await ownPosition.locate();
    if (choices.current !== choice) return;
    if (fix) choose(pointOf(fix));
    else setLocating('failed');
  };
  const { event } = page;
  const venue: Point = { latitude: event.location_latitude, longitude: event.location_longitude };
  return (
    <fieldset className={styles.place}>
      <legend className={styles.legend}>{texts.where}</legend>
      <div className={styles.choices}>
        <Button
          variant="secondary"
          size="small"
          icon={<LocateFixed aria-hidden="true" />}
          busy={locating === 'busy'}
          locked={locating === 'busy' || own.status !== 'found'}
          onClick={() => void chooseOwn()}
        >
          {texts.whereIAm}
        </Button>
        <Button
          variant="secondary"
          size="small"
          icon={<MapPin aria-hidden="true" />}
          onClick={() => choose(venue)}
        >
          {event.location_name}
        </Button>
      </div>
      <p className={styles.hint} role="status">
        {locating === 'failed'
          ? texts.findingLocation
          : place
            ? texts.chosenPlace(place.latitude.toFixed(5), place.longitude.toFixed(5))
            : texts.pickPointOnMap}
      </p>
      {isMissing && <FormBanner tone="error">{texts.pleaseChooseWhereToMeet}</FormBanner>}
      <PointPicker
        label={recurring.meetingPoint}
        value={place}
        onChange={choose}
        centre={last ? pointOf(last) : own.fix ? pointOf(own.fix) : venue}
        heightPx={MAP_HEIGHT_PX}
        zoom={ZOOM}
      />
    </fieldset>
  );
}

const pointOf = ({ latitude, longitude }: Point): Point => ({ latitude, longitude });
