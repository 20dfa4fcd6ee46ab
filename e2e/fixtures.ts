import type { Browser, BrowserContextOptions } from 'playwright-core';
import { inject, test as plain } from 'vitest';
import { enterAs, newPerson, type Person } from './person.ts';
import { SERVER, startLastingProduct, startProduct, type Product } from './product.ts';
import { createProfiles, type Profiles } from './profiles.ts';
import { launchBrowser, type Visitor } from './visitor.ts';

/** Opens a browser profile of its own, signed in where it is somebody's. */
export type Visit = (person?: Person | null, options?: BrowserContextOptions) => Promise<Visitor>;

/** Opens visitors until `leave`, which closes them: no page lasts longer than what it was opened for. */
function visiting(profiles: Profiles) {
  const visitors: Visitor[] = [];
  const visit: Visit = async (person, options) => {
    const visitor = await profiles.open(options);
    visitors.push(visitor);
    if (person) await enterAs(visitor, person);
    return visitor;
  };
  const leave = async () => {
    await Promise.all(visitors.map((visitor) => visitor.close()));
    return visitors;
  };
  return { visit, leave };
}

/** A worker evaluates this module for each file, and keeps these until it exits, which ends them. */
const worker = globalThis as {
  browser?: Promise<Browser>;
  product?: Promise<Product>;
  profiles?: Profiles;
};

/** The running product and a way into it. */
export type Ground = { product: Product; browser: Browser; visit: Visit };
/**
 * What a test starts from, made when it is first asked for. Everything with a page or a person is made for each test; the
 * product and the browser are those of the worker. A file has a product of its own where it overrides `settings`, also with
 * `{}`: it must where a test changes what holds for everybody.
 */
export const test = plain
  .extend('browser', { scope: 'worker' }, () => (worker.browser ??= launchBrowser()))
  .extend('settings', { scope: 'file' }, (): Record<string, string> | null => null)
  .extend('product', { scope: 'file' }, async ({ settings }, { onCleanup }) => {
    if (settings === null) {
      return (worker.product ??= startLastingProduct(inject('emptyDataDir'), inject('runFolder')));
    }
    const product = await startProduct(settings, SERVER, inject('emptyDataDir'));
    onCleanup(() => product.stop());
    return product;
  })
  .extend('profiles', { scope: 'file' }, async ({ browser, product }, { onCleanup }) => {
    if (product === (await worker.product) && browser === (await worker.browser)) {
      return (worker.profiles ??= createProfiles(browser, product));
    }
    const profiles = createProfiles(browser, product);
    onCleanup(() => profiles.close());
    return profiles;
  })
  /** Visits last as long as the file. */
  .extend('ground', { scope: 'file' }, ({ browser, product, profiles }, { onCleanup }): Ground => {
    const { visit, leave } = visiting(profiles);
    onCleanup(async () => void (await leave()));
    return { product, browser, visit };
  })
  /** The same for the time of one test. */
  .extend('visitBriefly', ({ profiles }, { onCleanup }): Visit => {
    const { visit, leave } = visiting(profiles);
    onCleanup(async () => void (await leave()));
    return visit;
  })
  /** For one test: a browser that nobody has used before. */
  .extend('newcomer', ({ visitBriefly }) => visitBriefly())
  /** Visits last as long as the test, which fails at its end where a page logged an error that was not allowed. */
  .extend('visit', ({ profiles }, { onCleanup }): Visit => {
    const { visit, leave } = visiting(profiles);
    onCleanup(async () => {
      for (const visitor of await leave()) visitor.expectNoErrors();
    });
    return visit;
  })
  /** She has an account and nothing else. */
  .extend('marie', ({ product }) => newPerson(product, 'Marie'))
  /** Marie at her browser, where no page is open yet. */
  .extend('visitor', ({ visit, marie }) => visit(marie))
  .extend('page', ({ visitor }) => visitor.page);
