/** The answers to statements that are sent together, in this order, without waiting for one another. Once all are answered, throws
 * the first failure in this order. Statements that a function sends after its first `await` are not sent together. */
export async function together<const Sent extends readonly unknown[]>(
  ...sent: Sent
): Promise<{ -readonly [Index in keyof Sent]: Awaited<Sent[Index]> }> {
  await Promise.allSettled(sent);
  for (const answer of sent) await answer;
  return await Promise.all(sent);
}
