import type { Product } from './product.ts';

/** A request of the sign-in protocol beside the browser. @throws Error for any answer but a success */
export async function authCall(
  { url }: Pick<Product, 'url'>,
  method: 'POST' | 'PUT',
  path: string,
  body: object,
  token = '',
): Promise<{ access_token: string }> {
  const headers = {
    'content-type': 'application/json',
    ...(token && { authorization: `Bearer ${token}` }),
  };
  const answer = await fetch(`${url}/auth/v1${path}`, { method, headers, body: JSON.stringify(body) });
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
  return (await answer.json()) as { access_token: string };
}
