import { chromium, type Browser, type CDPSession } from 'playwright-core';
import { enterAs, newEvent, newPerson, type Person } from '../../e2e/person.ts';
import { startProduct, type Product } from '../../e2e/product.ts';
// @ts-expect-error plain JavaScript: the scripts run before anything is installed
import { findChromium } from '../../scripts/find-program.mjs';
import type { Closers } from '../closers.ts';
import type { Options } from '../options.ts';
import { decimals, printTable, spread, whole } from '../rounds.ts';
import { scroll, SCROLL_STEP_PX, type Scrolled } from '../scrolling.ts';
import { openServer, seedDatabase, withClient, type Seeded } from '../signed-in-pages/database.ts';

type Sizes = { guests: number; rounds: number; scrollMs: number };
const FULL: Sizes = { guests: 500, rounds: 9, scrollMs: 3_000 };
const QUICK: Sizes = { guests: 500, rounds: 1, scrollMs: 500 };
const WIDTH_PX = 400;
const HEIGHT_PX = 860;
/** A phone of the middle class. */
const CPU_SLOWDOWN = 4;

/** An event with many guests in a browser, at the speed of this machine and of a phone (HOST-01). No peer. */
export async function guestList({ quick }: Options, closers: Closers): Promise<void> {
  const sizes = quick ? QUICK : FULL;
  const executablePath = (findChromium as () => string | null)();
  const server = await openServer(closers);
  if (!server || executablePath === null) {
    console.log('Skipped: needs Postgres and Chromium; Debian: apt-get install postgresql chromium');
    return;
  }
  const seeded = await seedDatabase(server, 'guests', 2 * sizes.guests);
  const product = await startProduct({ DATABASE_URL: seeded.url });
  closers.add(() => product.stop());
  const host = await newPerson(product, 'Marie Le Brocq', 'marie@guests.example');
  const eventId = await newEvent(host, { title: 'Regatta' });
  await inviteMany(seeded, eventId, sizes.guests);
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
  closers.add(() => browser.close());

  const rates = [1, CPU_SLOWDOWN];
  const samples = rates.map((): Felt[] => []);
  for (let round = -1; round < sizes.rounds; round++) {
    for (const [at, rate] of rates.entries()) {
      const felt = await feel(browser, product, { host, eventId, rate, sizes });
      if (round >= 0) samples[at]?.push(felt);
    }
  }
  console.log(`${sizes.guests} guests; ${sizes.rounds} rounds, median (least–most).\n`);
  const row = (label: string, pick: (felt: Felt) => number) => [
    label,
    ...samples.map((of) => spread(of.map(pick), decimals(1))),
  ];
  printTable(
    ['', 'this machine', `${CPU_SLOWDOWN} times slower`],
    [
      row('from the tap on home to the list, ms', (felt) => felt.openedMs),
      row('from the press of "Show all" to the whole list, ms', (felt) => felt.wholeMs),
      row('frame p95 while scrolling, ms', (felt) => felt.frameP95Ms),
      row('CPU of the page a frame, ms', (felt) => felt.cpuMs),
      row('longest frame, ms', (felt) => felt.frameMaxMs),
      ['scrolled, px', ...samples.map((of) => whole(of[0]?.scrolledPx ?? 0))],
    ],
  );
}

/** Of the people of the seed; all answers, some with others. */
async function inviteMany({ url }: Seeded, eventId: number, guests: number): Promise<void> {
  await withClient(url, (client) =>
    client.query(
      `insert into event_invites (event_id, user_id, status, brings, created_at, updated_at)
       select $1, u.id, case n % 4 when 0 then 'pending' when 1 then 'declined' when 2 then 'tentative' else 'accepted' end,
         case n % 8 when 3 then 2 else 0 end, now(), now()
       from (select id, row_number() over (order by md5(id::text)) as n from users
         where id <> (select created_by from events where id = $1) limit $2) u`,
      [eventId, guests],
    ),
  );
}

type Felt = Scrolled & { openedMs: number; wholeMs: number; cpuMs: number };
type Setting = { host: Person; eventId: number; rate: number; sizes: Sizes };

async function feel(
  browser: Browser,
  product: Product,
  { host, eventId, rate, sizes }: Setting,
): Promise<Felt> {
  const context = await browser.newContext({
    baseURL: product.url,
    viewport: { width: WIDTH_PX, height: HEIGHT_PX },
  });
  try {
    const page = await context.newPage();
    await enterAs({ page }, host);
    await page.goto('/');
    const link = page.getByRole('link', { name: 'View Details of Regatta' });
    await link.waitFor();
    const session = await context.newCDPSession(page);
    await session.send('Performance.enable', { timeDomain: 'threadTicks' });
    await session.send('Emulation.setCPUThrottlingRate', { rate });
    const tapped = performance.now();
    await link.click();
    const whole = page.getByRole('button', { name: `Show all ${sizes.guests}` });
    await whole.waitFor();
    const openedMs = performance.now() - tapped;
    await whole.scrollIntoViewIfNeeded();
    const pressed = performance.now();
    await whole.dispatchEvent('click');
    await page.waitForFunction(
      (count) => document.querySelectorAll('section[aria-labelledby=guests] li').length >= count,
      sizes.guests,
      { polling: 'raf' },
    );
    const wholeMs = performance.now() - pressed;
    if (!page.url().endsWith(`/event/${eventId}`)) throw new Error(`Opened ${page.url()}`);
    await page.getByRole('heading', { name: /^Invited Friends/ }).scrollIntoViewIfNeeded();
    const before = await mainThreadMs(session);
    const scrolled = await scroll(page, sizes.scrollMs);
    const cpuMs = ((await mainThreadMs(session)) - before) / (scrolled.scrolledPx / SCROLL_STEP_PX);
    return { openedMs, wholeMs, cpuMs, ...scrolled };
  } finally {
    await context.close();
  }
}

async function mainThreadMs(session: CDPSession): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics');
  return 1_000 * (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0);
}
