/** As a gateway answers: the auth client keeps the session and tries again. */
const BAD_GATEWAY = 502;

/** `fetch` for the auth client, which treats every response as the service's: - A failure of another origin,
 * such as a proxy's page, has no text for people (ERR-05) and does not affect the session. - `expires_at` is
 * removed from sessions: the client then counts `expires_in` by its own clock, which it also uses for the
 * expiry (AUTH-04). */
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
