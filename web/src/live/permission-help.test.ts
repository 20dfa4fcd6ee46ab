import { expect, test } from 'vitest';
import { browserOf, coarseStep, deniedSteps, type Browser } from './permission-help.ts';

const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)';
const ANDROID = 'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko)';
const MAC = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko)';

test.each<[string, number, Browser]>([
  [`${IPHONE} Version/18.1 Mobile/15E148 Safari/604.1`, 5, 'ios-safari'],
  [`${IPHONE} CriOS/130.0 Mobile/15E148 Safari/604.1`, 5, 'ios-other'],
  [`${MAC} Version/18.1 Safari/605.1.15`, 5, 'ios-safari'],
  [`${MAC} Version/18.1 Safari/605.1.15`, 0, 'mac-safari'],
  [`${ANDROID} Chrome/130.0.0.0 Mobile Safari/537.36`, 5, 'android-chrome'],
  [`${ANDROID} SamsungBrowser/26.0 Chrome/122.0 Mobile Safari/537.36`, 5, 'android-samsung'],
  ['Mozilla/5.0 (Android 14; Mobile; rv:132.0) Gecko/132.0 Firefox/132.0', 5, 'android-firefox'],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:132.0) Gecko/20100101 Firefox/132.0', 0, 'firefox'],
  ['Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/130.0 Safari/537.36', 0, 'chrome'],
  ['Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/130.0 Safari/537.36 Edg/130.0', 0, 'chrome'],
  ['Something new', 0, 'other'],
])('LIVE-08 %s with %d touch points is %s, with words for it', (userAgent, touchPoints, browser) => {
  expect(browserOf(userAgent, touchPoints)).toBe(browser);
  expect(deniedSteps(browser).length).toBeGreaterThan(0);
  expect(coarseStep(browser)).not.toBe('');
});
