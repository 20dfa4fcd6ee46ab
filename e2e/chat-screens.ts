import { CHAT_TEXTS } from '@hereabouts/contract/chat';
import type { Page, Route } from 'playwright-core';
import { changing, failing, neverAnswering } from './answering.ts';
import { keepFromJoining } from './keep-from-joining.ts';
import type { Known, Screen } from './screens.ts';

const CHAT = '**/api/events/*/chat';
const chatOf = ({ own }: Known) => `/chat/${own}`;
const NOT_FOUND = { status: 404, json: { error: { code: 'not_found', message: 'Not found' } } };
const log = (page: Page) => page.getByRole('log', { name: 'Messages' });
const text = (words: string | RegExp) => (page: Page) => page.getByText(words);

async function write(page: Page, ...messages: string[]): Promise<void> {
  for (const message of messages) {
    await page.getByRole('textbox', { name: 'Message' }).fill(message);
    await page.getByRole('button', { name: 'Send', exact: true }).click();
  }
}

/** What is read goes through, what is written does not. */
const unsendable = (refuse: (route: Route) => Promise<void>) => (page: Page) =>
  page.route(CHAT, (route) => (route.request().method() === 'POST' ? refuse(route) : route.continue()));

const uuid = (end: number) => `00000000-0000-4000-8000-${String(end).padStart(12, '0')}`;
const PEOPLE = [
  { id: uuid(901), name: 'Tom Renouf', image: null },
  { id: uuid(902), name: 'ليلى الحسن', image: null },
  { id: uuid(903), name: 'Bartholomew Featherstonehaugh-Cholmondeley de la Haye du Puits', image: null },
  null,
];
const WORDS = [
  'Nice',
  'The tide is out until about nine, so we can walk all the way round to the caves.',
  'أنا قادمة مع أختي، سنصل حوالي السابعة',
  'The steps are here: https://www.gov.je/Leisure/Heritage/pages/plemont.aspx?ref=chat&q=abcdefghijklmnopqrstuvwxyz (mind the last three).',
  'Shopping list:\n- firelighters\n- marshmallows',
  'DonaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaftDonaudampfschiff',
  '🎉',
];
const MESSAGES = 40;
/** Forty messages of four people and the viewer over three days, the last twelve unread. */
const lively = (page: Page) =>
  changing(CHAT, (answer: { event: object }) => ({
    event: answer.event,
    messages: Array.from({ length: MESSAGES }, (_, index) => ({
      id: uuid(index + 1),
      seq: index + 1,
      kind: index === 30 ? 'meeting_point' : 'text',
      message: index === 30 ? 'left of the stage' : WORDS[index % WORDS.length],
      created_at: new Date(Date.now() - (MESSAGES - index) * 4_000_000).toISOString(),
      sender: PEOPLE[Math.floor(index / 3) % PEOPLE.length],
    })),
    has_more: false,
    last_seq: MESSAGES,
    read_seq: MESSAGES - 12,
  }))(page);

/** Nothing has been said. The connection stays silent, or it would hand over what has. */
const empty = async (page: Page) => {
  await keepFromJoining(page);
  await changing(CHAT, (answer: object) => ({ ...answer, messages: [], last_seq: 0, read_seq: 0 }))(page);
};

export const CHAT_SCREENS: readonly Screen[] = [
  { name: 'chat-coming-soon', path: '/chat', shows: text('Coming Soon!') },
  { name: 'chat', path: chatOf, shows: (page) => log(page).locator('[data-seq]') },
  { name: 'chat-full', path: chatOf, network: lively, shows: text(/^\d+ new messages$/) },
  {
    name: 'chat-end',
    path: chatOf,
    network: lively,
    act: (page) => page.getByRole('button', { name: /new messages$/ }).click(),
    shows: (page) => log(page).locator(`[data-seq="${MESSAGES}"]`),
  },
  {
    name: 'chat-empty',
    path: chatOf,
    network: empty,
    shows: text(CHAT_TEXTS.empty),
  },
  {
    name: 'chat-waiting',
    path: chatOf,
    network: unsendable((route) => route.abort()),
    act: (page) => write(page, 'On my way, see you by the rock', 'Save me a seat'),
    shows: text('Waiting for connection — 2 messages'),
  },
  {
    name: 'chat-failed',
    path: chatOf,
    network: unsendable((route) => route.fulfill({ status: 500, json: {} })),
    act: (page) => write(page, 'This one does not go through'),
    shows: (page) => page.getByRole('alert').filter({ hasText: CHAT_TEXTS.sendFailed }),
  },
  {
    name: 'chat-too-long',
    path: chatOf,
    act: (page) => write(page, 'word '.repeat(810)),
    shows: (page) => page.getByRole('alert').filter({ hasText: CHAT_TEXTS.tooLong }),
  },
  {
    name: 'chat-declined',
    path: chatOf,
    network: (page) =>
      page.route(CHAT, (route) =>
        route.fulfill({
          status: 403,
          json: { error: { code: 'forbidden', message: CHAT_TEXTS.declined } },
        }),
      ),
    shows: text(CHAT_TEXTS.declined),
  },
  {
    name: 'chat-cancelled',
    path: chatOf,
    network: changing(CHAT, (answer: { event: object }) => ({
      ...answer,
      event: { ...answer.event, is_cancelled: true },
    })),
    shows: text('This event was cancelled. Its chat can still be read.'),
  },
  {
    name: 'chat-gone-unsent',
    path: chatOf,
    async act(page) {
      await page.getByRole('textbox', { name: 'Message' }).fill('I bring the firelighters, and my sister.');
      await page.route('**/api/events/*', (route) => route.fulfill(NOT_FOUND));
      await page.route('**/api/events/*/chat*', (route) => route.fulfill(NOT_FOUND));
      await page.reload();
    },
    shows: (page) => page.getByRole('region', { name: 'Not sent' }),
  },
  { name: 'chat-missing', path: '/chat/987654321', shows: text('Event Not Found') },
  {
    name: 'chat-loading',
    path: chatOf,
    network: neverAnswering(CHAT),
    shows: (page) => page.getByRole('status').filter({ hasText: 'Loading messages...' }),
  },
  {
    name: 'chat-load-failed',
    path: chatOf,
    network: failing(CHAT),
    shows: (page) => page.getByRole('alert').filter({ hasText: 'Could not load' }),
  },
];
