/** Longer than a renewal takes. A tab that is suspended in its turn must not keep the others waiting. */
const WAIT_MAX_MS = 10_000;

/** What raises a session's level and what renews it wait for each other, in all tabs: a renewal with the token from before the
 * level was raised is refused. Without locks, as in an insecure page or without storage, nothing waits. */
export async function inSessionTurn<T>(run: () => Promise<T>): Promise<T> {
  let turn: Promise<T> | undefined;
  const signal = AbortSignal.timeout(WAIT_MAX_MS);
  await navigator.locks?.request('hereabouts.session-turn', { signal }, () => (turn = run())).catch(() => {});
  return await (turn ?? run());
}
