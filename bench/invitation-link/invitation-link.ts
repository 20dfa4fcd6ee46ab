import type { Browser, Page, Response } from 'playwright-core';
import { DEMO, startProduct } from '../../e2e/product.ts';
import { enterDemo } from '../../e2e/screens.ts';
import type { Closers } from '../closers.ts';
import { launchChromium, newPage, slowDown } from '../first-load/slow-phone.ts';
import { copyAsHtml, keepFiles, serveFiles } from '../first-load/static-copy.ts';
import { decimals, interleave, printTable, ratios, spread, type Sample } from '../rounds.ts';
import type { Options } from '../options.ts';

const NAME = 'Zoe Le Sueur';
const GOING = { name: 'Going', exact: true } as const;

/** `shownMs`: until the first control to tap; `storedMs`: until the phone has the answer to what it sent. */
type Visit = Sample & { shownMs: number; storedMs: number; taps: number };
type Contender = { origin: string; hasScript: boolean };

/** Somebody new opens an invitation link on a slow phone and answers as a guest, beside the form as HTML without a script. */
export async function invitationLink({ quick }: Options, closers: Closers): Promise<void> {
  const browser = await launchChromium(closers);
  if (browser === null) return;
  const product = await startProduct({}, DEMO);
  closers.add(() => product.stop());
  const path = `/join/${(await enterDemo(product.url)).eventLinkToken}`;
  const contenders: [string, Contender][] = [
    ['product', { origin: product.url, hasScript: true }],
    ['static form', { origin: await copyForm(browser, product.url, path, closers), hasScript: false }],
  ];
  const samples = await interleave<Visit>(
    contenders.map(([name, contender]) => ({ name, measure: () => visit(browser, contender, path) })),
    quick ? 1 : 7,
    { warmUp: false },
  );
  const plain = samples.get('static form') ?? [];
  const rows = contenders.map(([name]) => {
    const own = samples.get(name) ?? [];
    const all = (pick: (visit: Visit) => number) => own.map(pick);
    const stored = all(({ storedMs }) => storedMs);
    return [
      name,
      spread(
        all(({ taps }) => taps),
        decimals(0),
      ),
      spread(
        all(({ shownMs }) => shownMs),
        decimals(0),
      ),
      spread(stored, decimals(0)),
      spread(
        ratios(
          stored,
          plain.map(({ storedMs }) => storedMs),
        ),
        decimals(2),
      ),
    ];
  });
  printTable(['page', 'taps', 'first control ms', 'answer stored ms', 'to static'], rows);
}

/** The guest's form as it stands in the product, sent by the browser alone. */
async function copyForm(browser: Browser, url: string, path: string, closers: Closers): Promise<string> {
  const page = await newPage(browser, url, null);
  const files = keepFiles(page);
  await page.goto(path);
  await page.getByRole('button', { name: 'Go on as a guest' }).tap();
  await page.getByRole('button', GOING).waitFor();
  await page.waitForLoadState('networkidle');
  await page.evaluate(() => {
    const form = document.querySelector('form')!;
    form.method = 'post';
    form.action = '/answer';
    for (const button of form.querySelectorAll('button')) button.type = 'submit';
  });
  files.set('/answer', {
    type: 'text/html; charset=utf-8',
    body: Buffer.from('<!doctype html><p>Thank you.'),
  });
  await copyAsHtml(page, files, path);
  await page.context().close();
  return await serveFiles(files, closers);
}

/** Everything is tapped as soon as it is there, and the name entered in no time. */
async function visit(browser: Browser, { origin, hasScript }: Contender, path: string): Promise<Visit> {
  const page = await newPage(browser, origin, null);
  try {
    await slowDown(page);
    const startMs = performance.now();
    const since = () => performance.now() - startMs;
    const isStored = (response: Response) =>
      response.request().method() === 'POST' &&
      new URL(response.url()).pathname ===
        (hasScript ? `/api/event-links/${path.split('/').at(-1)}/guests` : '/answer');
    const stored = page.waitForResponse(isStored);
    await page.goto(path, { waitUntil: 'commit' });
    let taps = 0;
    const tap = async (button: ReturnType<Page['getByRole']>) => {
      await button.tap();
      taps += 1;
    };
    const first = page.getByRole('button', hasScript ? { name: 'Go on as a guest' } : GOING);
    await first.waitFor();
    const shownMs = since();
    if (hasScript) await tap(first);
    await page.getByLabel('Your name').fill(NAME);
    await tap(page.getByRole('button', GOING));
    const response = await stored;
    if (!response.ok()) throw new Error(`The answer was refused with ${response.status()}`);
    return { shownMs, storedMs: since(), taps };
  } finally {
    await page.context().close();
  }
}
