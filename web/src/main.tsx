import './ui/styles/fonts.css';
import './ui/styles/tokens.css';
import './ui/styles/base.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app/app.tsx';
import { logGlobalErrors, showMountError } from './app/mount-error.ts';
import { getAccessToken, recheckSession, startSession } from './auth/session.ts';
import { configureApi } from './lib/api/api.ts';
import { endStartWatch } from './lib/loading/start-watch.ts';
import { startReleases } from './lib/release/new-release.ts';
import { forgetOtherEpoch } from './lib/storage/epoch.ts';
import { applyTheme, readTheme } from './lib/storage/theme.ts';
import { receiveDateHeader } from './live/server-clock.ts';

logGlobalErrors();
endStartWatch();
try {
  forgetOtherEpoch();
  applyTheme(readTheme());
  configureApi({
    getToken: getAccessToken,
    onUnauthenticated: () => void recheckSession(),
    onAnswer: ({ headers }, times) => receiveDateHeader(headers.get('date'), times),
  });
  startSession();
  const root = document.getElementById('root');
  if (!root) throw new Error('The page has no element to mount in');
  createRoot(root, { onUncaughtError: showMountError }).render(
    <StrictMode>
      <App />
    </StrictMode>,
  );
  startReleases();
} catch (cause) {
  showMountError(cause);
}
