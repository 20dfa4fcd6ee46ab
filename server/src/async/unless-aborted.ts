/** The result of `work`, which is not waited for once `signal` is aborted. @throws the error of `work`, or the signal's reason */
export function unlessAborted<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const stop = () => reject(signal.reason);
  if (signal.aborted) stop();
  signal.addEventListener('abort', stop);
  return Promise.race([work, promise]).finally(() => signal.removeEventListener('abort', stop));
}
