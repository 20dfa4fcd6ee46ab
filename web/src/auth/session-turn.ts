/** Longer than a renewal takes. A tab that is suspended in its turn must not keep the others waiting. */
const WAIT_MAX_MS = 10_000;

/** Raising a session's level and renewing it run one after the other, across tabs: a renewal with a token from before the level was
 * raised is refused. Without locks, as on an insecure page or without storage, nothing waits. */
export async function inSessionTurn<T>(run: () => Promise<T>): Promise<T> {
  let turn: Promise<T> | undefined;
  const signal = AbortSignal.timeout(WAIT_MAX_MS);
  await navigator.locks?.request('hereabouts.session-turn', { signal }, () => (turn = run())).catch(() => {});
  return await (turn ?? run());
}
