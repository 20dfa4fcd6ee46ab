import type { Viewer } from './viewer.ts';

/** Nobody reports themselves or their own content (SAFE-02); a null author is deleted. */
export const canReport = (viewer: Viewer, subject: { user_id: string | null }): boolean =>
  subject.user_id !== viewer.userId;
