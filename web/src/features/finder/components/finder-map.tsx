import type { Spot } from '#web/lib/geo/bearing-and-distance.ts';
import type { LiveEvent } from '#web/live/live-store.ts';
import type { Fix } from '#web/live/own-position.ts';
import { LiveMap } from '#web/map/live/live-map.tsx';
import { Avatar } from '#web/ui/pictures/avatar.tsx';
import * as texts from '#web/texts/finder.tsx';
import { freshnessText, type FinderTarget } from '../finder-target.ts';

type Props = { live: LiveEvent; target: FinderTarget & { spot: Spot }; own: Fix };

/** For a device that cannot point. */
export function FinderMap({ live, target, own }: Props) {
  const { location_name: name, location_latitude: latitude, location_longitude: longitude } = live.page.event;
  const isPin = target.state === 'pin';
  const person = {
    id: target.id,
    label: `${target.name}. ${freshnessText(target, live.nowMs)}`,
    captions: [target.name],
    point: target.spot,
    accuracyM: target.spot.accuracyM,
    isStale: target.state === 'last_seen',
    isRough: target.state === 'approximate',
  };
  return (
    <LiveMap
      label={texts.mapToName(target.name)}
      venue={{ name, point: { latitude, longitude } }}
      meetingPoint={isPin ? { name: target.name, point: target.spot } : null}
      people={isPin ? [] : [person]}
      renderFace={(id) => <Avatar id={id} name={target.name} image={target.image ?? null} size={40} />}
      own={{ point: own, accuracyM: own.accuracyM }}
      selectedId={null}
      onSelect={() => {}}
    />
  );
}
