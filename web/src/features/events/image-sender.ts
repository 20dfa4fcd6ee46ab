import { imageProblem, uploadRoutes } from '@hereabouts/contract/uploads';
import { callUpload, isServerResponse } from '#web/lib/api/api.ts';
import { failureText } from '#web/lib/api/failure-text.ts';
import { logError } from '#web/lib/log.ts';
import { showAlert } from '#web/ui/feedback/toast-store.ts';
import * as texts from '#web/texts/event-form.tsx';
import { coverFile, type Cover, type CoverName } from './covers.ts';
import type { EventDraft } from './draft.ts';

const UPLOAD_FAILED = texts.uploadPictureFailed;
const LOAD_FAILED = texts.loadCoverFailed;

export type ImageUpload =
  | { state: 'idle' }
  /** `previewUrl` shows the local file. */
  | { state: 'sending'; previewUrl: string; fraction: number }
  /** `file`: where the same one may be taken another time. */
  | { state: 'failed'; message: string; file?: File };

/** What is neither stored nor refused is gone with the page. */
export const isUnsent = (upload: ImageUpload): boolean =>
  upload.state === 'sending' || (upload.state === 'failed' && upload.file !== undefined);

type Picture = Pick<EventDraft, 'image' | 'cover'>;

export type Settled =
  /** `picture`: what was on its way; null where nothing was. */
  | { state: 'ready'; picture: Picture | null }
  | { state: 'failed'; message: string }
  /** Given up meanwhile, or another one was chosen. */
  | { state: 'cancelled' };

const IDLE: ImageUpload = { state: 'idle' };
const CANCELLED: Settled = { state: 'cancelled' };

type Parts = {
  show: (upload: ImageUpload) => void;
  showLoading: (cover: CoverName | null) => void;
  onChosen: (picture: Picture) => void;
};
type Running = { abort: AbortController; previewUrl: string; done: Promise<Settled> };
type Loading = { done: Promise<Settled> };

/** Of several pictures and covers the one chosen last counts, whichever has loaded first. */
export class ImageSender {
  readonly #parts: Parts;
  #upload = IDLE;
  #running: Running | null = null;
  #loading: Loading | null = null;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  start(file: File): void {
    this.#stop();
    const problem = imageProblem(file);
    if (problem !== null) this.#show({ state: 'failed', message: problem });
    else this.#begin(file);
  }

  /** Loads the cover, which is sent when the event is saved; until it has loaded, the previous picture stays. */
  loadCover(cover: Cover): void {
    const loading: Loading = { done: Promise.resolve(CANCELLED) };
    this.#loading = loading;
    this.#parts.showLoading(cover.name);
    loading.done = this.#load(cover, loading);
  }

  /** Sends what did not arrive again. */
  retry(): void {
    if (this.#upload.state === 'failed' && this.#upload.file) this.#begin(this.#upload.file);
  }

  cancel(): void {
    this.#stop();
    this.#show(IDLE);
  }

  /** Waits for the picture or cover on its way; a picture that did not arrive is sent again. One that was refused stays refused
   * until another is chosen or `cancel`. */
  async settled(): Promise<Settled> {
    if (this.#loading) return await this.#loading.done;
    this.retry();
    if (this.#running) return await this.#running.done;
    return this.#upload.state === 'failed' ? this.#upload : { state: 'ready', picture: null };
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
      this.#endSending();
      this.#show(upload);
    };
    try {
      const { path } = await callUpload(uploadRoutes.createUpload, file, {
        signal: abort.signal,
        onProgress: (fraction) => isCurrent() && this.#show({ state: 'sending', previewUrl, fraction }),
      });
      if (!isCurrent()) return CANCELLED;
      settle(IDLE);
      return this.#chosen({ image: path, cover: null });
    } catch (error) {
      if (!isCurrent()) return CANCELLED;
      logError('an image was not uploaded', error);
      const failed = failureOf(error, file);
      settle(failed);
      return failed;
    }
  }

  async #load(cover: Cover, loading: Loading): Promise<Settled> {
    const isCurrent = () => this.#loading === loading;
    try {
      await coverFile(cover);
      if (!isCurrent()) return CANCELLED;
      this.cancel();
      return this.#chosen({ image: null, cover: cover.name });
    } catch (error) {
      if (!isCurrent()) return CANCELLED;
      logError('a cover could not be loaded', error);
      this.#endLoading();
      showAlert(failureText(LOAD_FAILED, error));
      return CANCELLED;
    }
  }

  #chosen(picture: Picture): Settled {
    this.#parts.onChosen(picture);
    return { state: 'ready', picture };
  }

  #endLoading(): void {
    this.#loading = null;
    this.#parts.showLoading(null);
  }

  #stop(): void {
    this.#endLoading();
    this.#endSending();
  }

  #endSending(): void {
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
