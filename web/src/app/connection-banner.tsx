import { useMutationState } from '@tanstack/react-query';
import { useOnline } from '#web/lib/device/use-online.ts';
import { reloadWithAll, useNewRelease } from '#web/lib/release/new-release.ts';
import { useUnsentCount } from '#web/lib/storage/unsent-count.ts';
import { useConnectionState, useOutage } from '#web/realtime/hooks.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { FormBanner } from '#web/ui/forms/form-banner.tsx';
import { OfflineBanner } from '#web/ui/feedback/offline-banner.tsx';

/** Shows a missing connection (RT-02, RT-03), or a page older than its server (PWA-04). */
export function ConnectionBanner() {
  const online = useOnline();
  const isAway = useOutage() !== 'none';
  const isOutdated = useConnectionState() === 'outdated';
  const isReady = useNewRelease();
  const messages = useUnsentCount();
  const pending = useMutationState({
    filters: { status: 'pending' },
    select: (mutation) => mutation.state.isPaused,
  });
  if (!online || isAway) {
    return <OfflineBanner isOffline={!online} waiting={pending.filter(Boolean).length + messages} />;
  }
  if (!isOutdated && !isReady) return null;
  const reload = (
    <Button variant="secondary" size="small" onClick={reloadWithAll}>
      Reload
    </Button>
  );
  return (
    <FormBanner tone="info" action={reload}>
      A new version is ready
    </FormBanner>
  );
}
