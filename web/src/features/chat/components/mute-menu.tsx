import { MINUTE_MS } from '@hereabouts/contract/durations';
import type { ChatMute, Mute } from '@hereabouts/contract/notification-settings';
import { BellOff, BellRing, EllipsisVertical } from 'lucide-react';
import { useServerNow } from '#web/live/server-clock.ts';
import { Menu, type MenuItem } from '#web/ui/overlays/menu.tsx';
import * as texts from '#web/texts/chat.tsx';
import { useMuteChat } from '../mute-queries.ts';

const CHOICES: readonly [Mute, string][] = [
  ['hour', texts.muteForAnHour],
  ['morning', texts.muteUntilMorning],
  ['always', texts.muteForGood],
];

type Props = { eventId: number; mute: ChatMute | undefined };

/** Source: PUSH-02. */
export function MuteMenu({ eventId, mute }: Props) {
  const now = useServerNow(MINUTE_MS);
  const isMuted = mute !== undefined && (mute.until === null || Date.parse(mute.until) > now);
  const change = useMuteChat(eventId);
  const items: MenuItem[] = CHOICES.map(([time, label]) => ({
    label,
    icon: <BellOff aria-hidden="true" />,
    onSelect: () => change.mutate(time),
  }));
  if (isMuted) {
    const unmute = () => change.mutate(null);
    items.unshift({ label: texts.unmute, icon: <BellRing aria-hidden="true" />, onSelect: unmute });
  }
  return (
    <Menu
      label={isMuted ? texts.notificationsForThisChatMuted : texts.notificationsForThisChat}
      icon={isMuted ? <BellOff aria-hidden="true" /> : <EllipsisVertical aria-hidden="true" />}
      items={items}
    />
  );
}
