import { imageProblem, uploadRoutes } from '@hereabouts/contract/uploads';
import { callUpload, isServerResponse } from '#web/lib/api/api.ts';
import { failureText } from '#web/lib/api/failure-text.ts';
import { logError } from '#web/lib/log.ts';
import * as texts from '#web/texts/event-form.tsx';

const UPLOAD_FAILED = texts.uploadPictureFailed;

export type ImageUpload =
  | { state: 'idle' }
  /** `previewUrl` shows the local file. */
  | { state: 'sending'; previewUrl: string; fraction: number }
  /** `file`: where the same one may be taken another time. */
  | { state: 'failed'; message: string; file?: File };

/** What is neither stored nor refused is gone with the page. */
export const isUnsent = (upload: ImageUpload): boolean =>
  upload.state === 'sending' || (upload.state === 'failed' && upload.file !== undefined);

export type Settled =
  /** `path`: of the picture that was being sent; null where none was. */
  | { state: 'stored'; path: string | null }
  | { state: 'failed'; message: string }
  /** Given up meanwhile, or another one was chosen. */
  | { state: 'cancelled' };

const IDLE: ImageUpload = { state: 'idle' };
const CANCELLED: Settled = { state: 'cancelled' };

type Parts = { show: (upload: ImageUpload) => void; onStored: (path: string) => void };
type Running = { abort: AbortController; previewUrl: string; done: Promise<Settled> };

/** Sends one picture at a time: the one chosen last. */
export class ImageSender {
  readonly #parts: Parts;
  #upload = IDLE;
  #running: Running | null = null;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  start(file: File): void {
    this.#stop();
    const problem = imageProblem(file);
    if (problem !== null) this.#show({ state: 'failed', message: problem });
    else this.#begin(file);
  }

  /** Sends what did not arrive again. */
  retry(): void {
    if (this.#upload.state === 'failed' && this.#upload.file) this.#begin(this.#upload.file);
  }

  cancel(): void {
    this.#stop();
    this.#show(IDLE);
  }

  /** Waits for the picture being sent; one that did not arrive is sent again. A picture that was refused stays refused until
   * another is chosen or `cancel`. */
  async settled(): Promise<Settled> {
    this.retry();
    if (this.#running) return await this.#running.done;
    return this.#upload.state === 'failed' ? this.#upload : { state: 'stored', path: null };
  }

  #begin(file: File): void {
    const abort = new AbortController();
    const previewUrl = URL.createObjectURL(file);
    this.#show({ state: 'sending', previewUrl, fraction: 0 });
    const running: Running = { abort, previewUrl, done: Promise.resolve(CANCELLED) };
    this.#running = running;
    running.done = this.#send(file, running);
  }

  async #send(file: File, running: Running): Promise<Settled> {
    const { abort, previewUrl } = running;
    const isCurrent = () => this.#running === running;
    const settle = (upload: ImageUpload) => {
      this.#stop();
      this.#show(upload);
    };
    try {
      const { path } = await callUpload(uploadRoutes.createUpload, file, {
        signal: abort.signal,
        onProgress: (fraction) => isCurrent() && this.#show({ state: 'sending', previewUrl, fraction }),
      });
      if (!isCurrent()) return CANCELLED;
      this.#parts.onStored(path);
      settle(IDLE);
      return { state: 'stored', path };
    } catch (error) {
      if (!isCurrent()) return CANCELLED;
      logError('an image was not uploaded', error);
      const failed = failureOf(error, file);
      settle(failed);
      return failed;
    }
  }

  #stop(): void {
    this.#running?.abort.abort();
    if (this.#running) URL.revokeObjectURL(this.#running.previewUrl);
    this.#running = null;
  }

  #show(upload: ImageUpload): void {
    this.#upload = upload;
    this.#parts.show(upload);
  }
}

function failureOf(error: unknown, file: File) {
  const isAnswered = isServerResponse(error) && error.status < 500;
  const message = isAnswered ? error.message : failureText(UPLOAD_FAILED, error);
  const isRefused = isAnswered && error.code !== 'rate_limited';
  return { state: 'failed', message, ...(!isRefused && { file }) } as const;
}
