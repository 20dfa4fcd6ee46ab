import type { EventDetail, EventInvite } from '@hereabouts/contract/events';
import { personName } from '@hereabouts/contract/users';
import { EllipsisVertical, UserRoundCog, UserRoundMinus, UserRoundX } from 'lucide-react';
import { Menu, type MenuItem } from '#web/ui/overlays/menu.tsx';
import * as texts from '#web/texts/event-page.tsx';
import { useChangeCoHost } from '../host-queries.ts';

type Props = {
  eventId: number;
  invite: EventInvite;
  permissions: EventDetail['permissions'];
  onRemove: () => void;
};

/** Source: HOST-02, HOST-06. */
export function GuestActions({
  eventId,
  invite: { user, status, is_co_host },
  permissions,
  onRemove,
}: Props) {
  const change = useChangeCoHost(eventId);
  const set = (isCoHost: boolean) => () => {
    if (!change.isPending) change.mutate({ userId: user.id, isCoHost });
  };
  const items: MenuItem[] = [];
  if (permissions.co_hosts && is_co_host)
    items.push({
      label: texts.removeAsCoHost,
      icon: <UserRoundMinus aria-hidden="true" />,
      onSelect: set(false),
    });
  else if (permissions.co_hosts && user.is_anonymous !== true && status !== 'declined')
    items.push({ label: texts.makeCoHost, icon: <UserRoundCog aria-hidden="true" />, onSelect: set(true) });
  if (permissions.remove_guests && (permissions.co_hosts || !is_co_host))
    items.push({
      label: texts.removeFromTheList,
      icon: <UserRoundX aria-hidden="true" />,
      danger: true,
      onSelect: onRemove,
    });
  return (
    items.length > 0 && (
      <Menu
        label={texts.actionsForName(personName(user))}
        icon={<EllipsisVertical aria-hidden="true" />}
        items={items}
      />
    )
  );
}
