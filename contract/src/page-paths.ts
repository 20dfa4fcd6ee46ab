/** Paths of the server: never answered with the web app (NAV-05). */
const SERVER_PATHS =
  /^\/(api|auth\/v1|realtime|tiles|uploads|images|static|healthz|readyz|metrics|openapi\.json)(\/|$)/;
const FILE = /\.[a-z0-9]{2,12}$/i;

/** Whether a path belongs to the router in the browser, so that it is answered with the web app. */
export const isPagePath = (path: string): boolean => !SERVER_PATHS.test(path) && !FILE.test(path);

/** A page without anything that depends on its path: the one that the service worker keeps (PWA-03). */
export const APP_SHELL_PATH = '/app-shell';
export const SERVICE_WORKER_PATH = '/sw.js';
