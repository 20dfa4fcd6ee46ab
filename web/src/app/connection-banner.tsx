import { useEffect } from 'react';
import { OFFLINE_TEXT } from '#web/lib/api/failure-text.ts';
import { useOnline } from '#web/lib/device/use-online.ts';
import { useNewRelease } from '#web/lib/release/new-release.ts';
import { useUnsentCount } from '#web/lib/storage/unsent-count.ts';
import { useConnectionState, useIsAway } from '#web/realtime/hooks.ts';
import { OfflineBanner } from '#web/ui/feedback/offline-banner.tsx';
import { clearAlerts } from '#web/ui/feedback/toast-store.ts';
import { NewVersion } from './new-version.tsx';
import { useShownAt } from './shown-at.ts';

/** Shows a missing connection (RT-02, RT-03), or a page older than its server (PWA-04). */
export function ConnectionBanner() {
  const online = useOnline();
  const isAway = useIsAway();
  const isOutdated = useConnectionState() === 'outdated';
  const isReady = useNewRelease();
  if (isAway) return <Offline isOffline={!online} />;
  return isOutdated || isReady ? <NewVersion /> : null;
}

function Offline({ isOffline }: { isOffline: boolean }) {
  useEffect(() => () => clearAlerts(OFFLINE_TEXT), []);
  return <OfflineBanner isOffline={isOffline} waiting={useUnsentCount()} shownAtMs={useShownAt()} />;
}
