/** The answers to statements sent together, in this order, without waiting for one another. Throws the failure of the first in this
 * order, once all are answered. A function counts only if it sends its statements before its first `await`. */
export async function together<const Sent extends readonly unknown[]>(
  ...sent: Sent
): Promise<{ [Index in keyof Sent]: Awaited<Sent[Index]> }> {
  const outcomes = await Promise.allSettled(sent);
  const failed = outcomes.find(({ status }) => status === 'rejected');
  if (failed?.status === 'rejected') throw failed.reason;
  const answers = outcomes.map((outcome) => (outcome.status === 'fulfilled' ? outcome.value : undefined));
  return answers as { [Index in keyof Sent]: Awaited<Sent[Index]> };
}
