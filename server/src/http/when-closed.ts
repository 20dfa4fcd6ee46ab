import type { ServerResponse } from 'node:http';

const works = new WeakMap<ServerResponse, (() => void)[]>();

/** The response was sent, or its connection is gone, already or later. One listener for all: Node warns of more than ten. */
export function whenClosed(response: ServerResponse, work: () => void): void {
  if (response.closed) return work();
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
