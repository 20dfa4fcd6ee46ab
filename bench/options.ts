import type { Closers } from './closers.ts';

export type Options = { quick: boolean; installPeers: boolean };
/** Prints what it measured. Whatever it opens it hands to `closers`. */
export type Benchmark = (options: Options, closers: Closers) => Promise<void>;
