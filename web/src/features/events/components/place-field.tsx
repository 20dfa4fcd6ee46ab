import { MapPin, Search } from 'lucide-react';
import { memo, startTransition, useId, useRef, useState } from 'react';
import type { Point } from '#web/lib/geo/geodesy.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { lazyDialog } from '#web/ui/overlays/lazy-dialog.tsx';
import * as texts from '#web/texts/event-form.tsx';
import type { EventDraft } from '../draft.ts';
import type { Place } from '../places/place-source.ts';
import { FieldProblem } from './field-problem.tsx';
import { PointField } from './point-field.tsx';
import styles from './place-field.module.css';

const LocationSearch = lazyDialog(() =>
  import('./location-search.tsx').then((module) => module.LocationSearch),
);
type Props = {
  draft: Pick<EventDraft, 'placeName' | 'placeAddress' | 'point'>;
  onChange: (part: Partial<EventDraft>) => void;
  placeError: string | null;
  pointError: string | null;
};

/** Source: EVF-03, LOC-06, LOC-08, LOC-09. */
export const PlaceField = memo(function PlaceField({ draft, onChange, placeError, pointError }: Props) {
  const { placeName, placeAddress, point } = draft;
  const [isSearching, setIsSearching] = useState(false);
  const [hasChosen, setHasChosen] = useState(false);
  const [hasOwnPoint, setHasOwnPoint] = useState(false);
  const map = useRef<HTMLDivElement>(null);
  /** The point of the place that the form came with, or of the listed one chosen last: it does not hold for another place. */
  const listed = useRef(placeName === '' ? null : point);
  /** The focus goes to the map once the search has closed. */
  const goesToMap = useRef(false);
  const id = useId();
  const placeErrorId = placeError === null ? undefined : id;

  const isOwn = () => point !== null && !isSamePoint(point, listed.current);
  const search = () => {
    setHasOwnPoint(isOwn());
    setIsSearching(true);
  };

  const choose = (place: Place | { name: string }) => {
    const needsPoint = !('latitude' in place) && !isOwn();
    goesToMap.current = needsPoint;
    if ('latitude' in place) listed.current = { latitude: place.latitude, longitude: place.longitude };
    startTransition(() => {
      setIsSearching(false);
      setHasChosen(!needsPoint);
      if ('latitude' in place) {
        onChange({ placeName: place.name, placeAddress: place.address, point: listed.current });
      } else {
        onChange({ placeName: place.name, placeAddress: '', ...(needsPoint && { point: null }) });
      }
    });
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
            onClick={search}
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
              onClick={search}
            >
              {texts.change}
            </Button>
          </div>
        )}
        {placeErrorId && <FieldProblem id={placeErrorId}>{placeError}</FieldProblem>}
      </div>
      <LocationSearch
        open={isSearching}
        hasOwnPoint={hasOwnPoint}
        onClose={() => setIsSearching(false)}
        onChoose={choose}
        onPoint={(next) => onChange({ point: next })}
        onPick={() => {
          goesToMap.current = true;
          setIsSearching(false);
        }}
        finalFocus={canvas}
      />

      <PointField
        ref={map}
        placeName={placeName}
        point={point}
        onChange={(next) => onChange({ point: next })}
        error={pointError}
      />
    </div>
  );
});

const isSamePoint = (a: Point, b: Point | null) => a.latitude === b?.latitude && a.longitude === b.longitude;
