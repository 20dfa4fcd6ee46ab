import type { Viewer } from './viewer.ts';

/** Nobody reports themselves or what is their own (SAFE-02); an author who is gone is nobody. */
export const canReport = (viewer: Viewer, subject: { user_id: string | null }): boolean =>
  subject.user_id !== viewer.userId;
