/** Blocked unknown ids; new ones replace the oldest, as no limit may refuse a block (LIVE-10). */
export const BLOCKS_OF_NOBODY_MAX = 200;
