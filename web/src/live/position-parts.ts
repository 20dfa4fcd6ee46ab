import { webClock, type WebClock } from '#web/lib/time/clock.ts';

type Locator = Pick<Geolocation, 'watchPosition' | 'clearWatch' | 'getCurrentPosition'>;
export type PositionParts = {
  locator: Locator | null;
  isSecure: boolean;
  /** The permission and its changes; null if the browser does not tell. */
  watchPermission: (onChange: (state: PermissionState) => void) => Promise<PermissionState | null>;
  readPermission: () => Promise<PermissionState | null>;
  /** When the page comes back from the back/forward cache. */
  watchRestored: (onRestored: () => void) => void;
  /** When the page is visible again. */
  watchShown: (onShown: () => void) => void;
  clock: Pick<WebClock, 'now' | 'after'>;
};

async function findPermission(): Promise<PermissionStatus | null> {
  try {
    return await navigator.permissions.query({ name: 'geolocation' });
  } catch {
    return null;
  }
}

const inBrowser = typeof navigator !== 'undefined';

export const browserParts: PositionParts = {
  locator: inBrowser && 'geolocation' in navigator ? navigator.geolocation : null,
  isSecure: globalThis.isSecureContext,
  async watchPermission(onChange) {
    const status = await findPermission();
    status?.addEventListener('change', () => onChange(status.state));
    return status?.state ?? null;
  },
  readPermission: async () => (await findPermission())?.state ?? null,
  watchRestored(onRestored) {
    globalThis.addEventListener?.('pageshow', ({ persisted }) => {
      if (persisted) onRestored();
    });
  },
  watchShown(onShown) {
    globalThis.document?.addEventListener('visibilitychange', () => {
      if (!document.hidden) onShown();
    });
  },
  clock: webClock,
};
