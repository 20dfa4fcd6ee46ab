/** As a gateway answers: the auth client keeps the session and tries again. */
const BAD_GATEWAY = 502;

/** `fetch` for the auth client, which takes every answer for the service's own:
 *
 * - A failure that the service did not write, such as a proxy's page, has no words for people (ERR-05) and says nothing
 *   about the session.
 * - `expires_at` is left out of a session: the client then counts `expires_in` from now by its own clock, by which it
 *   also asks whether the session has expired. The server's and the device's clock need not agree (AUTH-04). */
export async function providerFetch(...request: Parameters<typeof fetch>): Promise<Response> {
  const answer = await fetch(...request);
  if (answer.status === 204) return answer;
  const body = (await answer
    .clone()
    .json()
    .catch(() => null)) as Record<string, unknown> | null;
  if (!answer.ok) {
    return typeof body?.code === 'string' ? answer : Response.json({ message: '' }, { status: BAD_GATEWAY });
  }
  if (typeof body?.expires_in !== 'number') return answer;
  const { expires_at: _, ...session } = body;
  return Response.json(session, { status: answer.status });
}
