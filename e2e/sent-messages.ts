import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import PostalMime from 'postal-mime';
import { vi } from 'vitest';
import type { Product } from './product.ts';

export type Message = { subject: string; text: string };

/** What the product has sent by mail and text message, each to be read once, in the order of sending. */
export function openSentMessages({ dataDir }: Pick<Product, 'dataDir'>) {
  const folder = join(dataDir, 'outbox');
  const read = new Set<string>();

  const find = async (to: string): Promise<Message> => {
    const names = (await readdir(folder).catch(() => []))
      .filter((name) => /\.(eml|sms)$/.test(name))
      .toSorted();
    for (const name of names) {
      if (read.has(name)) continue;
      const message = await parse(join(folder, name));
      if (message.to !== to) continue;
      read.add(name);
      return message;
    }
    throw new Error(`Nothing new for ${to} among ${names.length} messages`);
  };
  /** Waits for the next message to an address. */
  return { next: (to: string) => vi.waitFor(() => find(to), { timeout: 20_000, interval: 50 }) };
}

async function parse(path: string): Promise<Message & { to: string }> {
  const content = await readFile(path, 'utf8');
  if (path.endsWith('.sms')) {
    const [head = '', ...text] = content.split('\n\n');
    return { to: head.replace(/^To: /, ''), subject: '', text: text.join('\n\n') };
  }
  const mail = await PostalMime.parse(content);
  return { to: mail.to?.[0]?.address ?? '', subject: mail.subject ?? '', text: mail.text ?? '' };
}

/** The first link in a message. */
export function linkIn({ text }: Message): string {
  const link = /https?:\/\/\S+/.exec(text)?.[0];
  if (link === undefined) throw new Error(`There is no link in: ${text}`);
  return link;
}

/** The six digits in a message. */
export function codeIn({ text }: Message): string {
  const code = /\b\d{6}\b/.exec(text)?.[0];
  if (code === undefined) throw new Error(`There is no code in: ${text}`);
  return code;
}
