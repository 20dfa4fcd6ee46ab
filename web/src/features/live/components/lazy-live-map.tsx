import { personName } from '@hereabouts/contract/users';
import type { LiveEvent } from '#web/live/live-store.ts';
import type { ListedFriend } from '#web/live/friend-order.ts';
import { agoText, stateText, wayText } from '#web/live/live-texts.ts';
import { Avatar } from '#web/ui/pictures/avatar.tsx';
import { lazyComponent } from '#web/ui/feedback/lazy-component.tsx';
import { Skeleton } from '#web/ui/feedback/skeleton.tsx';
import * as texts from '#web/texts/live.tsx';
import { useOwnSharing } from './use-own-sharing.ts';

/** The list has the same information, so a failed map hides nothing. */
const LiveMap = lazyComponent(() => import('#web/map/live/live-map.tsx').then((module) => module.LiveMap), {
  loading: <Skeleton shape="block" height="100%" />,
  failedTitle: texts.theMapDidNotLoad,
});

type Props = {
  live: LiveEvent;
  friends: readonly ListedFriend[];
  selectedId: string | null;
  onSelect: (id: string) => void;
  /** How much of the map the sheet covers. */
  coverPx?: number;
};

export function LazyLiveMap({ live, friends, selectedId, onSelect, coverPx = 0 }: Props) {
  const { event } = live.page;
  const { fix } = live.own;
  const { sharing, stopState } = useOwnSharing(live.page);
  const isShared = sharing?.is_this_device === true && stopState === null;
  const people = friends.flatMap((friend) => {
    const { user, position, state, way } = friend;
    if (position === null) return [];
    const isStale = state === 'last_seen';
    const name = personName(user);
    const given = name.split(' ')[0] ?? name;
    return {
      id: user.id,
      label: [name, stateText(friend, live.nowMs), way && wayText(way)].filter(Boolean).join(', '),
      captions: isStale ? [texts.nameAgo(given, agoText(live.nowMs - position.fixedAtMs)), given] : [given],
      point: position,
      accuracyM: position.accuracyM,
      isStale,
      isRough: state === 'approximate',
    };
  });
  const users = new Map(friends.map(({ user }) => [user.id, user]));
  const pin = live.meetingPoint;
  return (
    <LiveMap
      label={texts.liveMapOfTitle(event.title)}
      venue={{
        point: { latitude: event.location_latitude, longitude: event.location_longitude },
        name: event.location_name,
      }}
      meetingPoint={pin && { point: pin, name: pin.name }}
      people={people}
      renderFace={(id) => {
        const user = users.get(id);
        return user && <Avatar {...user} size={40} />;
      }}
      own={fix && { point: fix, accuracyM: fix.accuracyM, isShared }}
      selectedId={selectedId}
      onSelect={onSelect}
      coverPx={coverPx}
    />
  );
}
