import type { Spot } from '#web/lib/geo/bearing-and-distance.ts';
import type { LiveEvent } from '#web/live/live-store.ts';
import type { Fix } from '#web/live/own-position.ts';
import { LiveMap } from '#web/map/live/live-map.tsx';
import { Avatar } from '#web/ui/pictures/avatar.tsx';
import * as texts from '#web/texts/finder.tsx';
import { currencyText, type Sought } from '../sought.ts';

type Props = { live: LiveEvent; sought: Sought & { spot: Spot }; own: Fix };

/** For a device that cannot point. */
export function FinderMap({ live, sought, own }: Props) {
  const { location_name: name, location_latitude: latitude, location_longitude: longitude } = live.page.event;
  const isPin = sought.state === 'pin';
  const person = {
    id: sought.id,
    label: `${sought.name}. ${currencyText(sought, live.nowMs)}`,
    captions: [sought.name],
    point: sought.spot,
    accuracyM: sought.spot.accuracyM,
    isStale: sought.state === 'last_seen',
    isRough: sought.state === 'approximate',
  };
  return (
    <LiveMap
      label={texts.mapToName(sought.name)}
      venue={{ name, point: { latitude, longitude } }}
      meetingPoint={isPin ? { name: sought.name, point: sought.spot } : null}
      people={isPin ? [] : [person]}
      renderFace={(id) => <Avatar id={id} name={sought.name} image={sought.image ?? null} size={40} />}
      own={{ point: own, accuracyM: own.accuracyM }}
      selectedId={null}
      onSelect={() => {}}
    />
  );
}
