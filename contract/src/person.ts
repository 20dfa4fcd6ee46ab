export type { Person } from './schemas/person.ts';
