import type { TestApp, TestPerson } from './app.ts';
import { plainPicture } from './hostile-pictures.ts';

export const blob = (bytes: Uint8Array) => new Blob([new Uint8Array(bytes)]);
export const png = async () => blob(await plainPicture('png'));

/** Sends a form of any shape. */
export const postForm = ({ url }: TestApp, { token }: TestPerson, form: FormData): Promise<Response> =>
  fetch(`${url}/api/uploads`, { method: 'POST', headers: { authorization: `Bearer ${token}` }, body: form });
