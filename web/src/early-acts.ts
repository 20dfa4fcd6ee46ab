import { showFirstFilm } from './features/account/first-film.ts';
import { keepEarlyActs } from './lib/loading/early-acts.ts';

// A separate script, in prerendered pages only (scripts/prerender.mjs).
keepEarlyActs();
if (location.pathname === '/login') showFirstFilm();
