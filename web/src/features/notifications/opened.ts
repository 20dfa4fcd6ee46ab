import { useEffect } from 'react';
import { useNavigate } from 'react-router';

const workers = (navigator as Partial<Navigator>).serviceWorker;

/** Clears notifications that were read here or elsewhere, after a while (PUSH-05). */
export function clearOutdated(): void {
  if (workers === undefined || globalThis.Notification?.permission !== 'granted') return;
  // Another hint, or the next push, tries again.
  void import('./shown.ts').then(
    (shown) => shown.clearSoon(workers),
    () => {},
  );
}

/** Opens a tapped notification's page; clears outdated ones whenever the app is opened. */
export function useOpenedNotifications(): void {
  const navigate = useNavigate();
  useEffect(() => {
    const onMessage = ({ data, source }: MessageEvent<{ open?: unknown } | null>) => {
      const path = data?.open;
      if (typeof path !== 'string' || !/^\/(?!\/)/.test(path)) return;
      source?.postMessage({ opened: path });
      if (path !== location.pathname + location.search + location.hash) void navigate(path);
    };
    const onShown = () => {
      if (document.visibilityState === 'visible') clearOutdated();
    };
    onShown();
    workers?.addEventListener('message', onMessage);
    document.addEventListener('visibilitychange', onShown);
    return () => {
      workers?.removeEventListener('message', onMessage);
      document.removeEventListener('visibilitychange', onShown);
    };
  }, [navigate]);
  // A tap may have started the app, before this page listened.
  useEffect(() => workers?.controller?.postMessage('tapped?'), []);
}
