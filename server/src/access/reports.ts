import type { Viewer } from './viewer.ts';

/** Nobody reports their own (SAFE-02). A null author is deleted. */
export const canReport = (viewer: Viewer, subject: { user_id: string | null }): boolean =>
  subject.user_id !== viewer.userId;
