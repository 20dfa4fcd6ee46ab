import type { EventInvite } from '@hereabouts/contract/events';
import { NO_NAME } from '@hereabouts/contract/users';
import { EllipsisVertical, UserRoundCog, UserRoundMinus } from 'lucide-react';
import { Menu, type MenuItem } from '#web/ui/overlays/menu.tsx';
import { useChangeCoHost } from '../host-queries.ts';

type Props = { eventId: number; invite: EventInvite };

/** What the creator can do about a guest. Source: HOST-02. */
export function GuestActions({ eventId, invite: { user, status, is_co_host } }: Props) {
  const change = useChangeCoHost(eventId);
  const mayAppoint = user.is_anonymous !== true && status !== 'declined';
  if (!is_co_host && !mayAppoint) return null;
  const set = (isCoHost: boolean) => () => {
    if (!change.isPending) change.mutate({ userId: user.id, isCoHost });
  };
  const item: MenuItem = is_co_host
    ? { label: 'Remove as co-host', icon: <UserRoundMinus aria-hidden="true" />, onSelect: set(false) }
    : { label: 'Make co-host', icon: <UserRoundCog aria-hidden="true" />, onSelect: set(true) };
  return (
    <Menu
      label={`Actions for ${user.name || NO_NAME}`}
      icon={<EllipsisVertical aria-hidden="true" />}
      items={[item]}
    />
  );
}
