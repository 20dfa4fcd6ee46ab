import { keepEarlyActs } from './lib/loading/early-acts.ts';

// A separate script, in prerendered pages only (scripts/prerender.mjs).
keepEarlyActs();
