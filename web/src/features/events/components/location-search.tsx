import { CircleAlert, MapPin, PencilLine } from 'lucide-react';
import { useRef, useState, type RefObject } from 'react';
import { LOCATION_NAME_MAX } from '@hereabouts/contract/limits';
import type { Point } from '#web/lib/geo/geodesy.ts';
import { cx } from '#web/lib/class-names.ts';
import { Dialog } from '#web/ui/overlays/dialog.tsx';
import { TextField } from '#web/ui/forms/text-field.tsx';
import { VisuallyHidden } from '#web/ui/text/visually-hidden.tsx';
import * as words from '#web/texts/event-form.tsx';
import type { Place } from '../places/place-source.ts';
import { usePlaceSearch, type PlaceSearch } from '../places/use-place-search.ts';
import { usePlaceService, type PlaceService } from '../places/use-place-service.ts';
import styles from './location-search.module.css';
import { PlaceShortcuts } from './place-shortcuts.tsx';
import { useSuggestions } from './use-suggestions.ts';

type Props = {
  open: boolean;
  onClose: () => void;
  /** The point has been set by hand, and keeps any name. */
  hasOwnPoint: boolean;
  /** A place with a position, or only a name whose point is set on the map. */
  onChoose: (place: Place | { name: string }) => void;
  /** The device's position; its name follows. */
  onPoint: (point: Point) => void;
  /** To set the point on the map. */
  onPick: () => void;
  finalFocus: () => HTMLElement | null;
};

/** "Search Location": a combobox over places. Source: EVF-03, LOC-01 to LOC-09. */
export function LocationSearch({ open, onClose, finalFocus, ...box }: Props) {
  const field = useRef<HTMLInputElement>(null);
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={words.searchLocation}
      initialFocus={field}
      finalFocus={finalFocus}
    >
      {/* Mounted anew for each opening, so that the last search is gone. */}
      {open && <SearchBox field={field} {...box} />}
    </Dialog>
  );
}

/** Source: LOC-02. */
const WARNINGS = {
  'no-maps': words.googleMapsUnavailable,
  'maps-fail': words.localPlacesUsed,
};

type Option = { key: string; label: string; detail: string; choose: () => void };

type BoxProps = Pick<Props, 'hasOwnPoint' | 'onChoose' | 'onPoint' | 'onPick'> & {
  field: RefObject<HTMLInputElement | null>;
};

function SearchBox({ field, hasOwnPoint, onChoose, onPoint, onPick }: BoxProps) {
  const [typed, setTyped] = useState('');
  const [isPlaced, setIsPlaced] = useState(false);
  const { service, fallBack } = usePlaceService();
  const source = service.state === 'maps' || service.state === 'local' ? service.source : null;
  const { search, choose } = usePlaceSearch({ source, typed, onPlace: onChoose, onFailure: fallBack });

  const options: Option[] = [];
  if (search.state === 'found') {
    for (const { id, name, area } of search.suggestions) {
      options.push({ key: id, label: name, detail: area, choose: () => choose(id) });
    }
    // LOC-08 also holds where a key is of no use: ten places are not enough to name an event's. While the places service
    // answers, what it finds is the choice; its point can be moved and keeps the name. A point of one's own has no other name.
    if (service.state === 'local' || isPlaced || hasOwnPoint) {
      const { query } = search;
      const take = () => onChoose({ name: query });
      options.push({ key: 'use', label: words.takeTypedPlace(query), detail: '', choose: take });
    }
  }
  const suggestions = useSuggestions(options);

  return (
    <div className={styles.box}>
      <TextField
        ref={field}
        label={words.place}
        value={typed}
        maxLength={LOCATION_NAME_MAX}
        autoComplete="off"
        onChange={(event) => {
          setTyped(event.target.value);
          suggestions.restart();
        }}
        {...suggestions.field}
      />
      <div role="status">
        {isPlaced && <p className={styles.status}>{words.positionSetNameThePlace}</p>}
        <SearchStatus service={service} search={search} />
      </div>
      <ul aria-label={words.places} className={styles.list} {...suggestions.list}>
        {options.map(({ key, label, detail }, index) => {
          const attributes = suggestions.option(index);
          return (
            <li
              key={key}
              {...attributes}
              className={cx(styles.option, attributes['aria-selected'] && styles.active)}
            >
              {key === 'use' ? <PencilLine aria-hidden="true" /> : <MapPin aria-hidden="true" />}
              <span>
                {label}
                {detail !== '' && <span className={styles.detail}>{detail}</span>}
              </span>
            </li>
          );
        })}
      </ul>
      {typed.trim() === '' && !isPlaced && (
        <PlaceShortcuts
          onChoose={onChoose}
          onPick={onPick}
          onPoint={(point) => {
            // Closed meanwhile.
            if (field.current === null) return;
            onPoint(point);
            setIsPlaced(true);
            field.current.focus();
          }}
        />
      )}
      {/* Stays in the page while empty, so that a warning that comes later is read out. */}
      <div role="status">
        {service.state === 'local' && (
          <p className={styles.warning}>
            <CircleAlert aria-hidden="true" />
            {WARNINGS[service.reason]}
          </p>
        )}
      </div>
      {/* Its terms want the service named beside what it finds. */}
      {service.state === 'maps' && suggestions.isOpen && (
        <p className={styles.credit}>{words.placesByGoogleMaps}</p>
      )}
    </div>
  );
}

function SearchStatus({ service, search }: { service: PlaceService; search: PlaceSearch }) {
  if (search.state === 'found' && search.suggestions.length > 0) {
    const count = search.suggestions.length;
    return <VisuallyHidden>{words.found(count)}</VisuallyHidden>;
  }
  const text = statusText(service, search);
  return text === null ? null : <p className={styles.status}>{text}</p>;
}

function statusText(service: PlaceService, search: PlaceSearch): string | null {
  if (service.state === 'loading') return words.loadingGoogleMaps;
  if (search.state === 'searching') return words.searching;
  if (search.state !== 'found') return null;
  const none = words.noLocationsFound(search.query);
  // What LOC-04 proposes is only on the local list.
  if (service.state === 'local') return words.noLocationsTryLocal(none);
  return words.noLocationsCheckSpelling(none);
}
