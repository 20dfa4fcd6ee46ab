/** Listed blocks of nobody per person; the oldest make way for new ones, as no limit may refuse a block (LIVE-10). */
export const BLOCKS_OF_NOBODY_MAX = 200;
