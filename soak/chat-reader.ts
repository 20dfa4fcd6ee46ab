/** What is looked at of a message. */
export type Received = { readonly seq: number; readonly id: string; readonly created_at: string };

/** One page's copy of a chat's log, put together by number as the app does, and what was odd on the way. */
export class ChatReader {
  readonly bySeq = new Map<number, string>();
  readonly findings: string[] = [];
  /** Messages that came to a page which had them, and those that came before an earlier one. */
  repeated = 0;
  early = 0;
  /** When the newest message was written, on the server's clock. */
  newestWrittenMs = 0;
  /** When a message came that was new. */
  lastNewMs = 0;
  #reach = 0;
  #highest = 0;

  receive({ seq, id, created_at }: Received, way: 'live' | 'read'): void {
    this.newestWrittenMs = Math.max(this.newestWrittenMs, Date.parse(created_at));
    const known = this.bySeq.get(seq);
    if (known !== undefined) {
      if (known !== id) this.findings.push(`number ${seq} is both ${known} and ${id}`);
      if (way === 'live') this.repeated += 1;
      return;
    }
    if (way === 'live' && seq !== this.#reach + 1) this.early += 1;
    this.lastNewMs = performance.now();
    this.bySeq.set(seq, id);
    this.#highest = Math.max(this.#highest, seq);
    while (this.bySeq.has(this.#reach + 1)) this.#reach += 1;
  }

  /** Up to here nothing is missing. */
  get reach(): number {
    return this.#reach;
  }

  get hasGap(): boolean {
    return this.#highest > this.#reach;
  }
}
