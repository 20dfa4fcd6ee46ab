import './ui/styles/fonts.css';
import './ui/styles/stand-in-fonts.css';
import './ui/styles/tokens.css';
import './ui/styles/tint.css';
import './ui/styles/base.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app/app.tsx';
import { logGlobalErrors, showMountError } from './app/mount-error.ts';
import { getAccessToken, recheckSession, startSession } from './auth/session.ts';
import { readSessionMark } from './auth/stored-session.ts';
import { configureApi } from './lib/api/api.ts';
import { keepInstallQuestion } from './lib/device/install-question.ts';
import { prerenderedRoot } from './lib/loading/early-acts.ts';
import { endStartWatch } from './lib/loading/start-watch.ts';
import { startReleases } from './lib/release/new-release.ts';
import { logError } from './lib/log.ts';
import { changedEpoch } from './lib/storage/epoch.ts';
import { configureSessionMark } from './lib/storage/session-mark.ts';
import { applyTheme, readTheme } from './lib/storage/theme.ts';
import { receiveDateHeader } from './live/server-clock.ts';

logGlobalErrors();
endStartWatch();
const epoch = changedEpoch();
if (epoch === null) start();
else
  import('./app/kept/forget-epoch.ts')
    .then(({ forgetOtherEpoch }) => forgetOtherEpoch(epoch))
    // The next page tries again, unless only cached pages were left.
    .catch((cause) => logError('what is of another epoch could not be forgotten', cause))
    .finally(start);

function start(): void {
  try {
    applyTheme(readTheme());
    configureApi({
      getToken: getAccessToken,
      onUnauthenticated: () => void recheckSession(),
      onResponse: ({ headers }, times) => receiveDateHeader(headers.get('date'), times),
    });
    configureSessionMark(readSessionMark);
    startSession();
    keepInstallQuestion();
    const root = document.getElementById('root');
    if (!root) throw new Error('The page has no element to mount in');
    const app = createRoot(root, { onUncaughtError: showMountError });
    const render = () =>
      app.render(
        <StrictMode>
          <App />
        </StrictMode>,
      );
    const isPrerendered = prerenderedRoot() !== null;
    // Loaded on the few prerendered pages only (PWA-07).
    if (isPrerendered) import('./app/take-over.ts').then(({ takeOver }) => takeOver(render), render);
    else render();
    startReleases();
  } catch (cause) {
    showMountError(cause);
  }
}
