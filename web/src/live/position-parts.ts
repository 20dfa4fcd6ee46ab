import { webClock, type WebClock } from '#web/lib/time/clock.ts';

type Locator = Pick<Geolocation, 'watchPosition' | 'clearWatch' | 'getCurrentPosition'>;
export type PositionParts = {
  locator: Locator | null;
  isSecure: boolean;
  /** The permission and its changes; null if the browser does not tell. */
  watchPermission: (onChange: (state: PermissionState) => void) => Promise<PermissionState | null>;
  /** When the page comes back from the back/forward cache. */
  watchRestored: (onRestored: () => void) => void;
  clock: Pick<WebClock, 'now' | 'after'>;
};

async function watchPermission(onChange: (state: PermissionState) => void): Promise<PermissionState | null> {
  try {
    const status = await navigator.permissions.query({ name: 'geolocation' });
    status.addEventListener('change', () => onChange(status.state));
    return status.state;
  } catch {
    return null;
  }
}

const inBrowser = typeof navigator !== 'undefined';

export const browserParts: PositionParts = {
  locator: inBrowser && 'geolocation' in navigator ? navigator.geolocation : null,
  isSecure: globalThis.isSecureContext,
  watchPermission,
  watchRestored(onRestored) {
    globalThis.addEventListener?.('pageshow', ({ persisted }) => {
      if (persisted) onRestored();
    });
  },
  clock: webClock,
};
