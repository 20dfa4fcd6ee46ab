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

/** Steps to allow positions, per browser. Source: LIVE-08. */
const DENIED: Record<Browser, readonly string[]> = {
  'ios-safari': [
    texts.openSettingsThenPrivacySecurityThen,
    texts.inTheSameListChooseSafari,
    texts.inSafariPressThePageMenu,
  ],
  'ios-other': [texts.openSettingsThenPrivacySecurityThen, texts.inTheSameListChooseYour],
  'android-chrome': [
    texts.pressTheIconLeftOfThe,
    texts.ifItIsNotThereOpen,
    texts.makeSureThatLocationItselfIs,
  ],
  'android-firefox': [texts.pressThePadlockLeftOfThe, texts.ifItIsNotThereOpenAndroidsSettings],
  'android-samsung': [
    texts.pressThePadlockBesideTheAddress,
    texts.ifItIsNotThereOpenAndroidsSettingsThenApps,
  ],
  'mac-safari': [texts.openSafarisSettingsThenWebsitesThen, texts.openSystemSettingsThenPrivacySecurity],
  firefox: [texts.pressTheCrossedOutIconLeft, texts.ifItIsNotThereOpenFirefoxsSettings],
  chrome: [texts.pressTheIconLeftOfTheAddressAnd, texts.ifItStaysOffInYour],
  other: [texts.openThisSitesSettingsInYour],
};

/** Where "precise location" is turned on. */
const COARSE: Record<Browser, string> = {
  'ios-safari': texts.openSettingsThenPrivacySecurityLocation,
  'ios-other': texts.openSettingsThenPrivacySecurityLocationServicesYour,
  'android-chrome': texts.openAndroidsSettingsThenAppsChrome,
  'android-firefox': texts.openAndroidsSettingsThenAppsFirefox,
  'android-samsung': texts.openAndroidsSettingsThenAppsSamsung,
  'mac-safari': texts.aComputerKnowsWhereItIs,
  firefox: texts.aComputerKnowsWhereItIs,
  chrome: texts.aComputerKnowsWhereItIs,
  other: texts.lookForPreciseLocationAmongYour,
};

const here = (): Browser => browserOf(navigator.userAgent, navigator.maxTouchPoints);

export const deniedSteps = (browser: Browser = here()): readonly string[] => DENIED[browser];
export const coarseStep = (browser: Browser = here()): string => COARSE[browser];
