import { randomUUID } from 'node:crypto';
import { chatRoutes } from '@hereabouts/contract/chat';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { test as journey, type Visit } from './fixtures.ts';
import { befriend, newEvent, newPerson, type Person } from './person.ts';
import type { Visitor } from './visitor.ts';

/** Two friends who chat, and a way to their pages. */
export type ChatWorld = { visit: Visit; marie: Person; tom: Person };

export const test = journey
  .extend('settings', { scope: 'file' }, { WRITES_PER_MINUTE: '100000' })
  .extend('marie', ({ product }) => newPerson(product, 'Marie Le Brocq'))
  .extend('tom', async ({ product, marie }) => {
    const tom = await newPerson(product, 'Tom Renouf');
    await befriend(marie, tom);
    return tom;
  })
  .extend('world', ({ visit, marie, tom }): ChatWorld => ({ visit, marie, tom }))
  /** What the server holds, in its order. */
  .extend('stored', ({ marie }) => async (eventId: number): Promise<string[]> => {
    const query = { limit: 500 };
    const { messages } = await marie.ok(chatRoutes.listMessages, { params: { eventId }, query });
    return messages.map(({ message }) => message);
  });

/** An event of Marie's with Tom as its guest. */
export const newRoom = ({ marie, tom }: ChatWorld, title = 'Bonfire') =>
  newEvent(marie, { title, invitee_ids: [tom.id] });

export const CHAT = '**/api/events/*/chat';
/** What a page logs that lost its network on purpose. */
export const LOST = [
  /Failed to load resource/,
  /ERR_/,
  /WebSocket/,
  /could not load/,
  /could not be renewed/,
];

export const say = (who: Person, eventId: number, message: string) =>
  who.ok(chatRoutes.sendMessage, { params: { eventId }, body: { id: randomUUID(), message } });

export async function openAs(
  { visit }: ChatWorld,
  who: Person,
  path: string,
  options: BrowserContextOptions = {},
): Promise<Visitor> {
  const visitor = await visit(who, options);
  await visitor.page.goto(path);
  return visitor;
}

/** Marie's page of a new chat, which may lose its network. */
export async function openChat(world: ChatWorld): Promise<{ eventId: number; page: Page }> {
  const eventId = await newRoom(world);
  const { page, allowErrors } = await openAs(world, world.marie, `/chat/${eventId}`);
  allowErrors(...LOST);
  return { eventId, page };
}

export const box = (page: Page) => page.getByRole('textbox', { name: 'Message' });
export const sendButton = (page: Page) => page.getByRole('button', { name: 'Send', exact: true });
export const log = (page: Page) => page.getByRole('log', { name: 'Messages' });
/** Every message on the page, pending ones included, as they stand. */
export const texts = (page: Page) => log(page).locator('p[dir]').allTextContents();

export async function write(page: Page, message: string): Promise<void> {
  await box(page).fill(message);
  await sendButton(page).click();
}

/** The topic of the chat is joined: what is said now is heard. */
export async function untilLive(page: Page, eventId: number, other: Person): Promise<void> {
  await say(other, eventId, 'ping');
  await log(page).getByText('ping').first().waitFor();
}

/** Lets nothing through that writes to a chat. */
export async function holdBack(page: Page): Promise<void> {
  await page
    .context()
    .route(CHAT, (route) => (route.request().method() === 'POST' ? route.abort() : route.continue()));
}
