/** In one file, because both are needed as soon as it is known what comes next. */
export { Invitations } from './invitations.tsx';
export { NextEvent } from './next-event.tsx';
