/** Paths of the server: never answered with the web app (NAV-05). */
const SERVER_PATHS =
  /^\/(api|auth\/v1|realtime|tiles|uploads|images|static|healthz|readyz|metrics|openapi\.json)(\/|$)/;
const FILE = /\.[a-z0-9]{2,12}$/i;

/** Whether the browser's router handles the path, so that the web app is the response. */
export const isPagePath = (path: string): boolean => !SERVER_PATHS.test(path) && !FILE.test(path);

/** A page that does not depend on its path: the one the service worker keeps (PWA-03). */
export const APP_SHELL_PATH = '/app-shell';
export const SERVICE_WORKER_PATH = '/sw.js';
