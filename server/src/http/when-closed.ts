import type { ServerResponse } from 'node:http';

const works = new WeakMap<ServerResponse, (() => void)[]>();

/** Runs when the response has been sent or its connection is gone. All share one listener: Node warns of more than ten. */
export function whenClosed(response: ServerResponse, work: () => void): void {
  const known = works.get(response);
  if (known !== undefined) {
    known.push(work);
    return;
  }
  const own = [work];
  works.set(response, own);
  response.once('close', () => {
    for (const each of own) each();
  });
}
