/** Listed blocks of unknown ids per person; new ones replace the oldest, because no limit may refuse a block
 * (LIVE-10). */
export const BLOCKS_OF_NOBODY_MAX = 200;
