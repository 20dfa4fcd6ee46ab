import * as texts from '#web/texts/live.tsx';
export type Browser =
  | 'ios-safari'
  | 'ios-other'
  | 'android-chrome'
  | 'android-firefox'
  | 'android-samsung'
  | 'mac-safari'
  | 'firefox'
  | 'chrome'
  | 'other';

/** @param touchPoints of the screen: an iPad calls itself a Mac */
export function browserOf(userAgent: string, touchPoints: number): Browser {
  const isIos = /iPhone|iPad|iPod/.test(userAgent) || (/Macintosh/.test(userAgent) && touchPoints > 1);
  if (isIos) return /CriOS|FxiOS|EdgiOS|OPiOS|DuckDuckGo/.test(userAgent) ? 'ios-other' : 'ios-safari';
  if (/Android/.test(userAgent)) {
    if (/Firefox/.test(userAgent)) return 'android-firefox';
    return /SamsungBrowser/.test(userAgent) ? 'android-samsung' : 'android-chrome';
  }
  if (/Firefox/.test(userAgent)) return 'firefox';
  if (/Chrome|Chromium|Edg\//.test(userAgent)) return 'chrome';
  return /Macintosh.*Safari/.test(userAgent) ? 'mac-safari' : 'other';
}

/** Source: LIVE-08. */
const DENIED: Record<Browser, readonly string[]> = {
  'ios-safari': [texts.iosLocationServices, texts.iosSafariWhileUsing, texts.iosSafariWebsiteSettings],
  'ios-other': [texts.iosLocationServices, texts.iosBrowserWhileUsing],
  'android-chrome': [texts.androidChromeSite, texts.androidChromeApp, texts.androidLocationOn],
  'android-firefox': [texts.androidFirefoxSite, texts.androidFirefoxApp],
  'android-samsung': [texts.androidSamsungSite, texts.androidSamsungApp],
  'mac-safari': [texts.macSafariSite, texts.macLocationServices],
  firefox: [texts.desktopFirefoxSite, texts.desktopFirefoxSettings],
  chrome: [texts.desktopChromeSite, texts.desktopSystemSettings],
  other: [texts.otherBrowserSite],
};

const COARSE: Record<Browser, string> = {
  'ios-safari': texts.iosSafariPrecise,
  'ios-other': texts.iosBrowserPrecise,
  'android-chrome': texts.androidChromePrecise,
  'android-firefox': texts.androidFirefoxPrecise,
  'android-samsung': texts.androidSamsungPrecise,
  'mac-safari': texts.desktopPrecise,
  firefox: texts.desktopPrecise,
  chrome: texts.desktopPrecise,
  other: texts.otherPrecise,
};

const here = (): Browser => browserOf(navigator.userAgent, navigator.maxTouchPoints);

export const deniedSteps = (browser: Browser = here()): readonly string[] => DENIED[browser];
export const coarseStep = (browser: Browser = here()): string => COARSE[browser];
