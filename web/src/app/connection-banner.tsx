import { useMutationState } from '@tanstack/react-query';
import { useOnline } from '#web/lib/online.ts';
import { OfflineBanner } from '#web/ui/offline-banner.tsx';

/** The offline banner, with how many changes wait for the connection. */
export function ConnectionBanner() {
  const online = useOnline();
  const pending = useMutationState({
    filters: { status: 'pending' },
    select: (mutation) => mutation.state.isPaused,
  });
  if (online) return null;
  return <OfflineBanner waiting={pending.filter(Boolean).length} />;
}
