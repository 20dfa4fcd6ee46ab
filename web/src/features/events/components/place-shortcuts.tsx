import { History, LocateFixed, Map as MapIcon } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import type { Point } from '#web/lib/geo/geodesy.ts';
import { useMyLocation } from '#web/map/own-location/use-my-location.ts';
import * as texts from '#web/texts/event-form.tsx';
import { useRecentPlaces } from '../form-queries.ts';
import type { Place } from '../places/place-source.ts';
import styles from './location-search.module.css';

type Props = {
  onChoose: (place: Place) => void;
  onPoint: (point: Point) => void;
  onPick: () => void;
};

/** What a location can be before anything is typed. Source: LOC-09. */
export function PlaceShortcuts({ onChoose, onPoint, onPick }: Props) {
  const recent = useRecentPlaces().data ?? [];
  const { request } = useMyLocation();
  const [asked, setAsked] = useState<'no' | 'asking' | 'refused'>('no');

  const locate = async () => {
    setAsked('asking');
    const found = await request();
    if (found.state === 'known') return onPoint(found.point);
    setAsked('refused');
  };

  return (
    <div className={styles.shortcuts}>
      <ul className={styles.list} aria-label={texts.withoutSearching}>
        <Shortcut icon={<LocateFixed aria-hidden="true" />} onClick={() => void locate()}>
          {asked === 'asking' ? texts.findingYou : texts.whereIAm}
        </Shortcut>
        <Shortcut icon={<MapIcon aria-hidden="true" />} onClick={onPick}>
          {texts.pickOnTheMap}
        </Shortcut>
      </ul>
      <div role="status">
        {asked === 'refused' && <p className={styles.status}>{texts.ownPositionUnavailable}</p>}
      </div>
      {recent.length > 0 && (
        <>
          <h3 className={styles.heading} id="recent-places">
            {texts.recentPlaces}
          </h3>
          <ul className={styles.list} aria-labelledby="recent-places">
            {recent.map((place) => (
              <Shortcut
                key={JSON.stringify(place)}
                icon={<History aria-hidden="true" />}
                detail={place.address}
                onClick={() => onChoose(place)}
              >
                {place.name}
              </Shortcut>
            ))}
          </ul>
        </>
      )}
    </div>
  );
}

type ShortcutProps = { icon: ReactNode; detail?: string; children: string; onClick: () => void };

function Shortcut({ icon, detail = '', children, onClick }: ShortcutProps) {
  return (
    <li>
      <button type="button" className={styles.option} onClick={onClick}>
        {icon}
        <span>
          {children}
          {detail !== '' && <span className={styles.detail}>{detail}</span>}
        </span>
      </button>
    </li>
  );
}
