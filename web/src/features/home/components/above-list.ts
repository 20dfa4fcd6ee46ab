/** What stands above the list, in one file: both are there as soon as it is known what comes next. */
export { Invitations } from './invitations.tsx';
export { NextEvent } from './next-event.tsx';
