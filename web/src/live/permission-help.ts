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

/** Steps to allow positions, per browser. Source: LIVE-08. */
const DENIED: Record<Browser, readonly string[]> = {
  'ios-safari': [
    'Open Settings, then Privacy & Security, then Location Services, and turn them on.',
    'In the same list choose Safari Websites, then While Using the App.',
    'In Safari press the page menu beside the address, then Website Settings, then Location, and choose Allow.',
  ],
  'ios-other': [
    'Open Settings, then Privacy & Security, then Location Services, and turn them on.',
    'In the same list choose your browser, then While Using the App.',
  ],
  'android-chrome': [
    'Press the icon left of the address, then Permissions, and turn Location on.',
    'If it is not there: open Android’s Settings, then Apps, Chrome, Permissions, Location, and choose Allow only while using the app.',
    'Make sure that Location itself is on: swipe down from the top of the screen.',
  ],
  'android-firefox': [
    'Press the padlock left of the address, then Location, and choose Allowed.',
    'If it is not there: open Android’s Settings, then Apps, Firefox, Permissions, Location, and choose Allow only while using the app.',
  ],
  'android-samsung': [
    'Press the padlock beside the address, then Permissions, and turn Location on.',
    'If it is not there: open Android’s Settings, then Apps, Samsung Internet, Permissions, Location, and choose Allow only while using the app.',
  ],
  'mac-safari': [
    'Open Safari’s Settings, then Websites, then Location, and choose Allow for this site.',
    'Open System Settings, then Privacy & Security, then Location Services, and turn Safari on.',
  ],
  firefox: [
    'Press the crossed-out icon left of the address and unblock your location.',
    'If it is not there: open Firefox’s Settings, then Privacy & Security, and look for Location under Permissions.',
  ],
  chrome: [
    'Press the icon left of the address and turn Location on.',
    'If it stays off: in your computer’s own settings, allow this browser to use your location.',
  ],
  other: ['Open this site’s settings in your browser and allow Location.'],
};

/** Where "precise location" is turned on. */
const COARSE: Record<Browser, string> = {
  'ios-safari':
    'Open Settings, then Privacy & Security, Location Services, Safari Websites, and turn Precise Location on.',
  'ios-other':
    'Open Settings, then Privacy & Security, Location Services, your browser, and turn Precise Location on.',
  'android-chrome':
    'Open Android’s Settings, then Apps, Chrome, Permissions, Location, and turn Use precise location on.',
  'android-firefox':
    'Open Android’s Settings, then Apps, Firefox, Permissions, Location, and turn Use precise location on.',
  'android-samsung':
    'Open Android’s Settings, then Apps, Samsung Internet, Permissions, Location, and turn Use precise location on.',
  'mac-safari':
    'A computer knows where it is by the Wi-Fi around it: turn Wi-Fi on. A phone is far more precise.',
  firefox: 'A computer knows where it is by the Wi-Fi around it: turn Wi-Fi on. A phone is far more precise.',
  chrome: 'A computer knows where it is by the Wi-Fi around it: turn Wi-Fi on. A phone is far more precise.',
  other: 'Look for Precise Location among your device’s settings for this browser.',
};

const here = (): Browser => browserOf(navigator.userAgent, navigator.maxTouchPoints);

export const deniedSteps = (browser: Browser = here()): readonly string[] => DENIED[browser];
export const coarseStep = (browser: Browser = here()): string => COARSE[browser];
