import type { Viewer } from '@hereabouts/server/http/viewer';
import type { TestPerson } from './app.ts';

/** A person as services know them, in the session of their token. */
export function viewerOf({ id, token }: Pick<TestPerson, 'id' | 'token'>): Viewer {
  const claims = Buffer.from(token.split('.')[1] ?? '', 'base64url').toString();
  return { userId: id, sessionId: (JSON.parse(claims) as { session_id: string }).session_id };
}
