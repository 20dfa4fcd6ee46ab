import type { HttpMethod } from '@hereabouts/contract/route';
import { NetworkError } from './api.ts';

export type UploadOptions = { onProgress?: (fraction: number) => void; signal?: AbortSignal };
type Upload = UploadOptions & { method: HttpMethod; url: string; token: string | null; file: Blob };

/** @throws {NetworkError} no response came */
export function sendFile(upload: Upload): Promise<{ status: number; content: unknown }> {
  const { method, url, token, file, onProgress, signal } = upload;
  // fetch cannot report how much of a request has been sent.
  const request = new XMLHttpRequest();
  return new Promise((resolve, reject) => {
    const abort = () => request.abort();
    request.open(method, url);
    request.responseType = 'json';
    if (token) request.setRequestHeader('authorization', `Bearer ${token}`);
    request.upload.addEventListener('progress', (event) => {
      if (event.lengthComputable) onProgress?.(event.loaded / event.total);
    });
    request.addEventListener('load', () => resolve({ status: request.status, content: request.response }));
    request.addEventListener('error', () => reject(new NetworkError('Could not reach the server')));
    request.addEventListener('abort', () => reject(signal?.reason ?? new DOMException('', 'AbortError')));
    request.addEventListener('loadend', () => signal?.removeEventListener('abort', abort));
    signal?.addEventListener('abort', abort);
    const form = new FormData();
    form.append('file', file);
    request.send(form);
  });
}
