import { MINUTE_MS } from '@hereabouts/contract/durations';
import {
  notificationSettingsRoutes,
  type ChatMute,
  type Mute,
} from '@hereabouts/contract/notification-settings';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { BellOff, BellRing, EllipsisVertical } from 'lucide-react';
import { call } from '#web/lib/api/api.ts';
import { useServerNow } from '#web/live/server-clock.ts';
import { failureText } from '#web/lib/api/failure-text.ts';
import { showAlert, showNotice } from '#web/ui/feedback/toast-store.ts';
import { Menu, type MenuItem } from '#web/ui/overlays/menu.tsx';
import * as texts from '#web/texts/chat.tsx';
import { keepMute } from '../log-queries.ts';

const CHOICES: readonly [Mute, string][] = [
  ['hour', texts.muteForAnHour],
  ['morning', texts.muteUntilMorning],
  ['always', texts.muteForGood],
];

type Props = { eventId: number; mute: ChatMute | undefined };

/** Source: PUSH-02. */
export function MuteMenu({ eventId, mute }: Props) {
  const client = useQueryClient();
  const now = useServerNow(MINUTE_MS);
  const isMuted = mute !== undefined && (mute.until === null || Date.parse(mute.until) > now);
  const change = useMutation({
    mutationFn: (time: Mute | null) =>
      call(notificationSettingsRoutes.muteChat, { params: { eventId }, body: { for: time } }),
    onSuccess(saved) {
      keepMute(client, eventId, saved.mute);
      showNotice(saved.mute === null ? texts.notificationsAreOn : texts.thisChatIsMuted);
    },
    onError: (error) => showAlert(failureText(texts.changeMuteFailed, error)),
  });
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
