import { MINUTE_MS } from '@hereabouts/contract/durations';
import { MAIN_KEY } from '@hereabouts/demo/people/people';
import type { Browser, Route } from 'playwright-core';
import { DEMO, startProduct } from '../../e2e/product.ts';
import { enterDemo, openScreen, SCREENS, signIn, type Known } from '../../e2e/screens.ts';
import type { Closers } from '../closers.ts';
import { launchChromium, newPage, slowDown, tapAtRest } from '../first-load/slow-phone.ts';
import { readVitals, watchVitals } from '../first-load/vitals.ts';
import type { Options } from '../options.ts';
import { decimals, interleave, printTable, spread, type Sample } from '../rounds.ts';
import { TAPS, type Tap } from './list.ts';

const LIMIT_MS = 100;
/** A page with an older token would fetch another one. */
const SESSION_FOR_MS = 5 * MINUTE_MS;

type Felt = Sample & { inpMs: number };

/**
 * How long after a tap the screen next changes, on a slow phone: each tap on a page that was opened for it and is at rest.
 * TAPS names some of them, by the beginnings of their names.
 */
export async function taps({ quick }: Options, closers: Closers): Promise<void> {
  const wanted = process.env['TAPS']?.split(',');
  const chosen = TAPS.filter(({ name }) => wanted?.some((start) => name.startsWith(start)) ?? true);
  const browser = await launchChromium(closers);
  if (browser === null) return;
  const product = await startProduct({}, DEMO);
  closers.add(() => product.stop());
  let known = await enterDemo(product.url);
  let signedInAtMs = Date.now();
  const withSession = async (): Promise<Known> => {
    if (Date.now() - signedInAtMs > SESSION_FOR_MS) {
      known = { ...known, session: (await signIn(product.url, MAIN_KEY)).session };
      signedInAtMs = Date.now();
    }
    return known;
  };
  const samples = await interleave<Felt>(
    chosen.map((tap) => ({
      name: tap.name,
      measure: async () => feel(browser, product.url, tap, await withSession()),
    })),
    quick ? 1 : 3,
    { warmUp: false },
  );
  const rows = chosen.map(({ name }) => {
    const values = (samples.get(name) ?? []).map(({ inpMs }) => inpMs);
    const late = values.filter((value) => value > LIMIT_MS).length;
    return [name, spread(values, decimals(0)), late === 0 ? '' : `${late} of ${values.length}`];
  });
  printTable(['tap', 'answered after ms', `more than ${LIMIT_MS} ms`], rows);
}

async function feel(browser: Browser, origin: string, tap: Tap, known: Known): Promise<Felt> {
  const screen = SCREENS.find(({ name }) => name === tap.screen);
  if (!screen) throw new Error(`There is no screen ${tap.screen}`);
  const page = await newPage(browser, origin, null);
  page.setDefaultTimeout(20_000);
  try {
    await page.addInitScript(watchVitals);
    await page.route(/\/api\//, holdChanges);
    await openScreen(page, screen, known);
    await tap.first?.(page);
    const target = tap.target(page).first();
    // At full speed: pictures that come into sight are drawn.
    await target.evaluate((element) => element.scrollIntoView({ block: 'center' }));
    await slowDown(page);
    await tapAtRest(page, target);
    return { inpMs: (await readVitals(page)).inpMs };
  } catch (error) {
    throw new Error(`${tap.name}: ${String(error)}`, { cause: error });
  } finally {
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await page.context().close();
  }
}

/** What a tap changes stays on its way, so that every round finds the same. */
async function holdChanges(route: Route): Promise<void> {
  if (route.request().method() === 'GET') await route.fallback();
}
