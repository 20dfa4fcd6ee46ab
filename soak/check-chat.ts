import { chatRoutes, type ChatMessage } from '@hereabouts/contract/chat';
import type { ChatReader } from './chat-reader.ts';
import type { Acknowledged } from './chat-writer.ts';
import type { User } from './user.ts';

type Written = { readonly acknowledged: readonly Acknowledged[] };
type Read = Pick<ChatReader, 'bySeq' | 'findings'>;
const PAGE = 500;

/** The whole log as the database holds it. */
export async function readStored(user: User, eventId: number): Promise<Map<number, string>> {
  const stored = new Map<number, string>();
  for (let after = 0, more = true; more;) {
    const { body } = await user.persist(chatRoutes.listMessages, {
      params: { eventId },
      query: { after, limit: PAGE },
    });
    for (const { seq, id } of body.messages as ChatMessage[]) {
      stored.set(seq, id);
      after = seq;
    }
    more = body.has_more;
  }
  return stored;
}

/** One sentence for everything that was lost, doubled or put out of order. */
export function checkChat(
  stored: ReadonlyMap<number, string>,
  writers: readonly Written[],
  readers: readonly Read[],
): string[] {
  const findings: string[] = [];
  const seqs = [...stored.keys()];
  if (seqs.some((seq, index) => seq !== index + 1)) findings.push('the stored log has gaps');
  if (new Set(stored.values()).size !== stored.size) findings.push('an id is stored twice');
  for (const { acknowledged } of writers) {
    let before = 0;
    for (const { id, seq, n } of acknowledged) {
      if (stored.get(seq) !== id)
        findings.push(`acknowledged message ${n} (${id}) is lost: not at number ${seq}`);
      if (seq <= before)
        findings.push(`message ${n} (${id}) has number ${seq}, its writer's one before ${before}`);
      before = seq;
    }
  }
  for (const [index, { bySeq, findings: own }] of readers.entries()) {
    findings.push(...own.map((finding) => `page ${index + 1}: ${finding}`));
    for (const [seq, id] of stored) {
      if (bySeq.get(seq) !== id)
        findings.push(`page ${index + 1} has ${bySeq.get(seq) ?? 'nothing'} at number ${seq}`);
    }
    if (bySeq.size > stored.size) findings.push(`page ${index + 1} has messages that are not stored`);
  }
  return findings;
}
