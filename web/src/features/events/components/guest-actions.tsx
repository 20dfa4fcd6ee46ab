import type { EventDetail, EventInvite } from '@hereabouts/contract/events';
import { personName } from '@hereabouts/contract/users';
import { EllipsisVertical, UserRoundCog, UserRoundMinus, UserRoundX } from 'lucide-react';
import { useState } from 'react';
import { lazyDialog } from '#web/ui/overlays/lazy-dialog.tsx';
import { Menu, type MenuItem } from '#web/ui/overlays/menu.tsx';
import * as texts from '#web/texts/event-page.tsx';
import { useChangeCoHost } from '../host-queries.ts';

const RemoveGuestDialog = lazyDialog(() =>
  import('./remove-guest-dialog.tsx').then((module) => module.RemoveGuestDialog),
);

type Props = { event: Pick<EventDetail, 'id' | 'is_private' | 'permissions'>; invite: EventInvite };

/** Source: HOST-02, HOST-06. */
export function GuestActions({ event, invite: { user, status, is_co_host } }: Props) {
  const { permissions } = event;
  const change = useChangeCoHost(event.id);
  const [isRemoving, setIsRemoving] = useState(false);
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
      onSelect: () => setIsRemoving(true),
    });
  return (
    <>
      {items.length > 0 && (
        <Menu
          label={texts.actionsForName(personName(user))}
          icon={<EllipsisVertical aria-hidden="true" />}
          items={items}
        />
      )}
      <RemoveGuestDialog
        open={isRemoving}
        event={event}
        user={user}
        onClose={() => setIsRemoving(false)}
      />
    </>
  );
}
