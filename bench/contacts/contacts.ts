import { chromium, type Browser, type Page } from 'playwright-core';
import { enterAs, newPerson, type Person } from '../../e2e/person.ts';
import { startProduct, type Product } from '../../e2e/product.ts';
// @ts-expect-error plain JavaScript: the scripts run before anything is installed
import { findChromium } from '../../scripts/find-program.mjs';
import { openServer, seedDatabase, withClient, type Seeded } from '../signed-in-pages/database.ts';
import type { Closers } from '../closers.ts';
import { decimals, median, printTable, spread, whole } from '../rounds.ts';
import type { Options } from '../options.ts';
import { scroll, type Scrolled } from '../scrolling.ts';

type Sizes = { people: number; friends: number; rounds: number; scrollMs: number };
const FULL: Sizes = { people: 100_000, friends: 5_000, rounds: 5, scrollMs: 3_000 };
const QUICK: Sizes = { people: 1_000, friends: 500, rounds: 1, scrollMs: 500 };
const WIDTH_PX = 400;
const HEIGHT_PX = 860;

/** How contacts feel in a browser with many friends and many more people . No peer. */
export async function contacts({ quick }: Options, closers: Closers): Promise<void> {
  const sizes = quick ? QUICK : FULL;
  const executablePath = (findChromium as () => string | null)();
  const server = await openServer(closers);
  if (!server || executablePath === null) {
    console.log('Skipped: needs Postgres and Chromium; Debian: apt-get install postgresql chromium');
    return;
  }
  const seeded = await seedDatabase(server, 'contacts', sizes.people);
  const product = await startProduct({ DATABASE_URL: seeded.url });
  closers.add(() => product.stop());
  const person = await newPerson(product, 'Marie Le Brocq', 'marie@contacts.example');
  await befriendMany(seeded, person, sizes.friends);
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
  closers.add(() => browser.close());

  const samples: Feel[] = [];
  for (let round = -1; round < sizes.rounds; round++) {
    const sample = await feel(browser, product, person, sizes);
    if (round >= 0) samples.push(sample);
  }
  console.log(
    `${whole(sizes.people)} people, ${whole(sizes.friends)} of them friends; ${sizes.rounds} rounds, median (least–most).\n`,
  );
  const ms = (pick: (sample: Feel) => number) => spread(samples.map(pick), decimals(0));
  printTable(
    ['', 'Friends', 'Discover'],
    [
      ['shown after opening, ms', ms((s) => s.friends.shownMs), ms((s) => s.discover.shownMs)],
      ['found after the last letter, ms', ms((s) => s.friends.foundMs), ms((s) => s.discover.foundMs)],
      ['frame p95 while scrolling, ms', ms((s) => s.friends.frameP95Ms), ms((s) => s.discover.frameP95Ms)],
      ['longest frame, ms', ms((s) => s.friends.frameMaxMs), ms((s) => s.discover.frameMaxMs)],
      ['scrolled, px', ms((s) => s.friends.scrolledPx), ms((s) => s.discover.scrolledPx)],
      [
        'rows in the document',
        whole(median(samples.map((s) => s.friends.rows))),
        whole(median(samples.map((s) => s.discover.rows))),
      ],
    ],
  );
}

/** The people of the seed are made friends in one statement. */
async function befriendMany({ url }: Seeded, { id }: Person, friends: number): Promise<void> {
  await withClient(url, (client) =>
    client.query(
      `insert into friendships (id, requester_id, addressee_id, status, created_at, accepted_at)
       select gen_random_uuid(), u.id, $1, 'accepted', now(), now()
       from (select id from users where id <> $1 order by md5(id::text) limit $2) u`,
      [id, friends],
    ),
  );
}

type TabFeel = Scrolled & { shownMs: number; foundMs: number; rows: number };
type Feel = { friends: TabFeel; discover: TabFeel };

async function feel(browser: Browser, product: Product, person: Person, sizes: Sizes): Promise<Feel> {
  const context = await browser.newContext({
    baseURL: product.url,
    viewport: { width: WIDTH_PX, height: HEIGHT_PX },
  });
  try {
    const page = await context.newPage();
    await enterAs({ page }, person);
    await page.goto('/contacts');
    await rows(page).first().waitFor();
    const friends = await feelTab(page, 'My Friends', sizes);
    const discover = await feelTab(page, 'Discover', sizes);
    return { friends, discover };
  } finally {
    await context.close();
  }
}

const rows = (page: Page) => page.getByRole('tabpanel').getByRole('link');

async function feelTab(page: Page, name: string, { scrollMs }: Sizes): Promise<TabFeel> {
  const opened = performance.now();
  await page.getByRole('tab', { name }).click();
  await rows(page).first().waitFor();
  const shownMs = performance.now() - opened;
  const scrolled = await scroll(page, scrollMs);
  const count = await rows(page).count();

  // Somebody from the middle of the list.
  const wanted = (await rows(page).last().locator('bdi').innerText()).trim();
  const box = page.getByRole('searchbox');
  await box.fill(wanted.slice(0, -1));
  await rows(page).filter({ hasText: wanted }).first().waitFor();
  const typed = performance.now();
  await box.pressSequentially(wanted.slice(-1));
  await page.waitForFunction(
    (text) => {
      const links = [...document.querySelectorAll('[role=tabpanel] a')];
      return links.length > 0 && links.every((link) => link.textContent?.includes(text));
    },
    wanted,
    { polling: 'raf' },
  );
  const foundMs = performance.now() - typed;
  await box.fill('');
  return { shownMs, foundMs, ...scrolled, rows: count };
}
