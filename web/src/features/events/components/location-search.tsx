import { MapPin, PencilLine } from 'lucide-react';
import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react';
import { LOCATION_NAME_MAX } from '@hereabouts/contract/limits';
import { cx } from '#web/lib/class-names.ts';
import { webClock } from '#web/lib/clock.ts';
import { logError } from '#web/lib/log.ts';
import { Dialog } from '#web/ui/dialog.tsx';
import { FormBanner } from '#web/ui/form-banner.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { localPlaces } from '../places/local-places.ts';
import type { Place } from '../places/place-source.ts';
import { usePlaceSearch } from '../places/use-place-search.ts';
import styles from './location-search.module.css';

/** Source: LOC-05. */
const HIDE_AFTER_BLUR_MS = 200;

type Props = {
  open: boolean;
  onClose: () => void;
  /** A place with a position, or only a name whose point is set on the map. */
  onChoose: (place: Place | { name: string }) => void;
};
type Option = { key: string; label: string; detail: string | null; choose: () => void };

/** "Search Location": a combobox over places. Source: EVF-03, LOC-02 to LOC-08. */
export function LocationSearch({ open, onClose, onChoose }: Props) {
  return (
    <Dialog open={open} onClose={onClose} title="Search Location">
      {/* Mounted anew for each opening, so that the last search is gone. */}
      {open && <SearchBox onChoose={onChoose} />}
    </Dialog>
  );
}

function SearchBox({ onChoose }: Pick<Props, 'onChoose'>) {
  const id = useId();
  const [typed, setTyped] = useState('');
  const [active, setActive] = useState(0);
  const [isListShown, setIsListShown] = useState(true);
  const hiding = useRef(() => {});
  const search = usePlaceSearch(localPlaces, typed);
  useEffect(() => () => hiding.current(), []);

  const options: Option[] = [];
  if (search.state === 'found') {
    for (const { id: key, name, area } of search.suggestions) {
      const choose = () =>
        void localPlaces.find(key).then(onChoose, (error: unknown) => logError('no such place', error));
      options.push({ key, label: name, detail: area, choose });
    }
    const { query } = search;
    options.push({
      key: 'use',
      label: `Use "${query}"`,
      detail: null,
      choose: () => onChoose({ name: query }),
    });
  }
  const isOpen = isListShown && options.length > 0;

  const onKeyDown = (event: KeyboardEvent) => {
    if (!isOpen) return;
    if (event.key === 'Enter') {
      event.preventDefault();
      options[active]?.choose();
    }
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
    event.preventDefault();
    const step = event.key === 'ArrowDown' ? 1 : -1;
    setActive((active + step + options.length) % options.length);
  };

  return (
    <div className={styles.box}>
      <FormBanner tone="info">Google Maps not available. Showing local Jersey locations.</FormBanner>
      <TextField
        label="Place"
        value={typed}
        maxLength={LOCATION_NAME_MAX}
        autoComplete="off"
        autoFocus
        role="combobox"
        aria-expanded={isOpen}
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        aria-activedescendant={isOpen ? `${id}-${options[active]?.key}` : undefined}
        onChange={(event) => {
          setTyped(event.target.value);
          setActive(0);
          setIsListShown(true);
        }}
        onKeyDown={onKeyDown}
        onFocus={() => {
          hiding.current();
          setIsListShown(true);
        }}
        onBlur={() => {
          hiding.current = webClock.after(HIDE_AFTER_BLUR_MS, () => setIsListShown(false));
        }}
      />
      <p className={styles.status} role="status">
        {search.state === 'searching' && 'Searching...'}
        {search.state === 'found' &&
          search.suggestions.length === 0 &&
          `No locations found for "${search.query}". Try "st", "lib", or "gor"`}
      </p>
      <ul id={`${id}-list`} role="listbox" aria-label="Places" className={styles.list} hidden={!isOpen}>
        {options.map(({ key, label, detail, choose }, index) => (
          // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the keys belong to the combobox
          <li
            key={key}
            id={`${id}-${key}`}
            role="option"
            aria-selected={index === active}
            className={cx(styles.option, index === active && styles.active)}
            onPointerMove={() => setActive(index)}
            // The field keeps the focus, or a slow press would find the list hidden.
            onMouseDown={(event) => event.preventDefault()}
            onClick={choose}
          >
            {key === 'use' ? <PencilLine aria-hidden="true" /> : <MapPin aria-hidden="true" />}
            <span>
              {label}
              {detail !== null && <span className={styles.detail}>{detail}</span>}
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}
