import { LocateFixed } from 'lucide-react';
import { useId, useState, type Ref } from 'react';
import { useMyLocation } from '#web/map/own-location/use-my-location.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { lazyComponent } from '#web/ui/feedback/lazy-component.tsx';
import { Skeleton } from '#web/ui/feedback/skeleton.tsx';
import * as recurring from '#web/texts/recurring.ts';
import * as texts from '#web/texts/event-form.tsx';
import type { EventDraft } from '../draft.ts';
import { FieldProblem } from './field-problem.tsx';
import styles from './point-field.module.css';

const COORDINATE_DECIMALS = 6;

const PointPicker = lazyComponent(
  () => import('#web/map/place/point-picker.tsx').then((module) => module.PointPicker),
  {
    loading: <Skeleton shape="block" height="300px" />,
    failedTitle: recurring.couldNotLoadTheMap,
  },
);

type Props = {
  ref: Ref<HTMLDivElement>;
  placeName: string;
  point: EventDraft['point'];
  onChange: (point: EventDraft['point']) => void;
  error: string | null;
};

/** Source: EVF-04, EVF-05. */
export function PointField({ ref, placeName, point, onChange, error }: Props) {
  const { location, request } = useMyLocation();
  const [asked, setAsked] = useState<EventDraft['point']>(null);
  const showWhereIAm = async () => {
    const found = await request();
    if (found.state === 'known') setAsked(found.point);
  };
  const id = useId();
  const errorId = error === null ? undefined : id;
  return (
    <div ref={ref} className={styles.field} data-field="point">
      <p className={styles.hint}>{hintOf(placeName, point)}</p>
      <div className={styles.card}>
        <PointPicker
          value={point}
          describedBy={errorId}
          onChange={onChange}
          asked={asked}
          {...(location.state === 'known' && { centre: location.point })}
        />
        <div className={styles.below}>
          <p className={styles.coordinates} role="status">
            {point === null
              ? texts.noPositionChosenYet
              : texts.coordinates(
                  point.latitude.toFixed(COORDINATE_DECIMALS),
                  point.longitude.toFixed(COORDINATE_DECIMALS),
                )}
          </p>
          {point === null && location.state !== 'known' && (
            <Button
              variant="quiet"
              size="small"
              className={styles.locate}
              icon={<LocateFixed aria-hidden="true" />}
              busy={location.state === 'asking'}
              onClick={() => void showWhereIAm()}
            >
              {texts.showWhereIAm}
            </Button>
          )}
        </div>
      </div>
      {errorId && <FieldProblem id={errorId}>{error}</FieldProblem>}
    </div>
  );
}

function hintOf(placeName: string, point: EventDraft['point']): string {
  const tap = matchMedia('(pointer: coarse)').matches ? texts.tap : texts.click;
  if (point !== null) return texts.moveThePin(tap);
  return placeName === '' ? texts.setTheExactSpot(tap) : texts.nowPickOnTheMap(tap);
}
