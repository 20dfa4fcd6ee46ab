import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import type { Product } from './product.ts';
import { JERSEY, newContext, newVisitor, type Visitor } from './visitor.ts';

/** Everything a page can leave behind but the HTTP cache. */
const STORAGE_TYPES = 'cookies,local_storage,indexeddb,cache_storage,service_workers,file_systems';
const KEPT_IDLE = 2;

/** To grant none would be to deny all: a page then asks for nothing. */
async function resetPermissions(context: BrowserContext, permissions: string[] = []): Promise<void> {
  await context.clearPermissions();
  if (permissions.length > 0) await context.grantPermissions(permissions);
}

/** Opens visitors, each in a browser profile without data that nobody else uses meanwhile. */
export type Profiles = {
  open(options?: BrowserContextOptions): Promise<Visitor>;
  close(): Promise<void>;
};

/**
 * A profile that a visitor has left is used again for the next one with the same options: its cache has the web app.
 * `keepProcess` has a page without code stay open in each, so that in a browser with a process for each site the process
 * stays too.
 */
export function createProfiles(
  browser: Browser,
  product: Pick<Product, 'url'>,
  { keepProcess = false } = {},
): Profiles {
  const idle = new Map<string, BrowserContext[]>();
  const used = new Set<BrowserContext>();
  /** Their clock cannot be set right again. */
  const spent = new WeakSet<BrowserContext>();
  const staying = new WeakSet<Page>();

  async function create(options: BrowserContextOptions): Promise<BrowserContext> {
    const context = await newContext(browser, product, options);
    const install = context.clock.install.bind(context.clock);
    context.clock.install = (at) => {
      spent.add(context);
      return install(at);
    };
    if (keepProcess) {
      const page = await context.newPage();
      await page.goto('/favicon.svg');
      staying.add(page);
    }
    return context;
  }

  async function empty(context: BrowserContext, options: BrowserContextOptions): Promise<void> {
    const [page] = context.pages();
    if (!page) throw new Error('Storage is emptied through a page');
    const devtools = await context.newCDPSession(page);
    await Promise.all([
      devtools.send('Storage.clearDataForOrigin', { origin: product.url, storageTypes: STORAGE_TYPES }),
      context.clearCookies(),
      context.setOffline(options.offline ?? false),
      context.setGeolocation(options.geolocation ?? JERSEY),
      resetPermissions(context, options.permissions),
    ]);
    await devtools.detach();
  }

  async function leave(context: BrowserContext, kept: BrowserContext[]): Promise<void> {
    // A request still being answered by a test's route fails when its page goes; nobody is waiting for it.
    const routed = [context, ...context.pages()];
    await Promise.all(routed.map((one) => one.unrouteAll({ behavior: 'ignoreErrors' })));
    if (spent.has(context) || kept.length >= KEPT_IDLE) {
      used.delete(context);
      return context.close();
    }
    const leaving = context.pages().filter((page) => !staying.has(page));
    await Promise.all(leaving.map((page) => page.close()));
    kept.push(context);
  }

  return {
    async open(options = {}) {
      const key = JSON.stringify(options);
      const kept = idle.get(key) ?? [];
      idle.set(key, kept);
      const before = kept.pop();
      const context = before ?? (await create(options));
      used.add(context);
      const visitor = await newVisitor(context, () => leave(context, kept));
      if (before) await empty(context, options);
      return visitor;
    },
    async close() {
      await Promise.all([...used].map((context) => context.close()));
    },
  };
}
