import { LocateFixed, MapPin, Search } from 'lucide-react';
import { useId, useRef, useState } from 'react';
import { useMyLocation } from '#web/map/own-location/use-my-location.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { lazyDialog } from '#web/ui/overlays/lazy-dialog.tsx';
import { lazyPart } from '#web/ui/feedback/lazy-part.tsx';
import { Skeleton } from '#web/ui/feedback/skeleton.tsx';
import * as recurring from '#web/texts/recurring.ts';
import * as texts from '#web/texts/event-form.tsx';
import type { EventDraft } from '../draft.ts';
import type { Place } from '../places/place-source.ts';
import type { EventForm } from '../use-event-form.ts';
import { FieldProblem } from './field-problem.tsx';
import styles from './place-field.module.css';

const COORDINATE_DECIMALS = 6;

const LocationSearch = lazyDialog(() => import('./location-search.tsx').then((part) => part.LocationSearch));
const PointPicker = lazyPart(
  () => import('#web/map/place/point-picker.tsx').then((part) => part.PointPicker),
  {
    loading: <Skeleton shape="block" height="300px" />,
    failedTitle: recurring.couldNotLoadTheMap,
  },
);

type Props = {
  draft: Pick<EventDraft, 'placeName' | 'placeAddress' | 'point'>;
  onChange: (part: Partial<EventDraft>) => void;
  errorOf: EventForm['errorOf'];
};

/** "Location*" and its point. Source: EVF-03 to EVF-05, LOC-06, LOC-08, LOC-09. */
export function PlaceField({ draft, onChange, errorOf }: Props) {
  const { placeName, placeAddress, point } = draft;
  const [isSearching, setIsSearching] = useState(false);
  const [hasChosen, setHasChosen] = useState(false);
  const map = useRef<HTMLDivElement>(null);
  /** The point of the listed place chosen last: it is no other place's. */
  const listed = useRef<EventDraft['point']>(null);
  /** Once the search has closed the person goes on there. */
  const goesToMap = useRef(false);
  const { location, request } = useMyLocation();
  const id = useId();
  const [placeError, pointError] = [errorOf('place'), errorOf('point')];
  const placeErrorId = placeError === null ? undefined : `${id}-place`;
  const pointErrorId = pointError === null ? undefined : `${id}-point`;

  const choose = (place: Place | { name: string }) => {
    const isKept = point !== null && point !== listed.current;
    const needsPoint = !('latitude' in place) && !isKept;
    setIsSearching(false);
    setHasChosen(!needsPoint);
    goesToMap.current = needsPoint;
    if ('latitude' in place) {
      const { name, address, latitude, longitude } = place;
      listed.current = { latitude, longitude };
      onChange({ placeName: name, placeAddress: address, point: listed.current });
    } else {
      onChange({ placeName: place.name, placeAddress: '', ...(needsPoint && { point: null }) });
    }
  };

  const canvas = () => {
    if (!goesToMap.current) return null;
    goesToMap.current = false;
    map.current?.scrollIntoView({ block: 'center' });
    return map.current?.querySelector<HTMLElement>('.map-canvas') ?? null;
  };

  return (
    <div className={styles.field}>
      <div className={styles.place} role="group" aria-labelledby="event-location" data-field="place">
        <span id="event-location" className={styles.label}>
          {texts.locationRequired}
        </span>
        {placeName === '' ? (
          <Button
            aria-describedby={placeErrorId}
            variant="secondary"
            wide
            icon={<Search aria-hidden="true" />}
            className={styles.search}
            onClick={() => setIsSearching(true)}
          >
            {texts.searchForALocation}
          </Button>
        ) : (
          <div className={styles.chosen}>
            <MapPin aria-hidden="true" />
            <div className={styles.lines}>
              <p className={styles.name}>{placeName}</p>
              {placeAddress !== '' && <p className={styles.address}>{placeAddress}</p>}
            </div>
            <Button
              aria-describedby={placeErrorId}
              variant="quiet"
              size="small"
              // The button that opened the search is gone with the first choice, and the focus with it.
              autoFocus={hasChosen}
              onClick={() => setIsSearching(true)}
            >
              {texts.change}
            </Button>
          </div>
        )}
        {placeErrorId && <FieldProblem id={placeErrorId}>{placeError}</FieldProblem>}
      </div>
      <LocationSearch
        open={isSearching}
        onClose={() => setIsSearching(false)}
        onChoose={choose}
        onPoint={(next) => onChange({ point: next })}
        onPick={() => {
          goesToMap.current = true;
          setIsSearching(false);
        }}
        finalFocus={canvas}
      />

      <div ref={map} className={styles.map} data-field="point">
        <p className={styles.hint}>{hintOf(placeName, point)}</p>
        <PointPicker
          value={point}
          describedBy={pointErrorId}
          onChange={(next) => onChange({ point: next })}
          {...(location.state === 'known' && { centre: location.point })}
        />
        {pointErrorId && <FieldProblem id={pointErrorId}>{pointError}</FieldProblem>}
        <div className={styles.below}>
          <p className={styles.coordinates} role="status">
            {point === null
              ? texts.noPositionChosenYet
              : texts.latitudeLatitudeLongitudeLongitude(
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
              onClick={() => void request()}
            >
              {texts.showWhereIAm}
            </Button>
          )}
        </div>
      </div>
    </div>
  );
}

function hintOf(placeName: string, point: EventDraft['point']): string {
  if (point !== null) return texts.clickTheMapOrDragThe;
  return placeName === '' ? texts.clickTheMapToSetThe : texts.nowTapTheMapWhereIt;
}
