/** The answers to statements that are sent together, in this order, without waiting for one another. Once all are answered, throws
 * the first failure in this order. Statements that a function sends after its first `await` are not sent together. */
export async function together<const Sent extends readonly unknown[]>(
  ...sent: Sent
): Promise<{ [Index in keyof Sent]: Awaited<Sent[Index]> }> {
  const outcomes = await Promise.allSettled(sent);
  const failed = outcomes.find(({ status }) => status === 'rejected');
  if (failed?.status === 'rejected') throw failed.reason;
  const answers = outcomes.map((outcome) => (outcome.status === 'fulfilled' ? outcome.value : undefined));
  return answers as { [Index in keyof Sent]: Awaited<Sent[Index]> };
}
