import { imageProblem, uploadRoutes } from '@hereabouts/contract/uploads';
import { useCallback, useEffect, useRef, useState } from 'react';
import { callUpload, isServerResponse } from '#web/lib/api/api.ts';
import { logError } from '#web/lib/log.ts';
import { failureText } from '#web/lib/api/failure-text.ts';
import * as texts from '#web/texts/event-form.tsx';

export type ImageUpload =
  | { state: 'idle' }
  /** `previewUrl` shows the local file. */
  | { state: 'sending'; previewUrl: string; fraction: number }
  | { state: 'failed'; message: string };

const UPLOAD_FAILED = texts.uploadPictureFailed;

type Settled = { state: 'stored'; path: string | null } | { state: 'failed'; message: string };
const NOTHING: Settled = { state: 'stored', path: null };

/** Uploads a picture once chosen, so that saving need not wait for it. `onStored` gets its path. */
export function useImageUpload(onStored: (path: string) => void) {
  const [upload, setUpload] = useState<ImageUpload>({ state: 'idle' });
  const running = useRef<{ abort: AbortController; previewUrl: string; done: Promise<Settled> }>(undefined);

  const stop = useCallback(() => {
    running.current?.abort.abort();
    if (running.current) URL.revokeObjectURL(running.current.previewUrl);
    running.current = undefined;
  }, []);
  useEffect(() => stop, [stop]);

  const cancel = useCallback((): void => {
    stop();
    setUpload({ state: 'idle' });
  }, [stop]);

  const send = async (file: File, abort: AbortController, previewUrl: string): Promise<Settled> => {
    const isCurrent = () => running.current?.abort === abort;
    try {
      const { path } = await callUpload(uploadRoutes.createUpload, file, {
        signal: abort.signal,
        onProgress: (fraction) => isCurrent() && setUpload({ state: 'sending', previewUrl, fraction }),
      });
      if (!isCurrent()) return NOTHING;
      onStored(path);
      stop();
      setUpload({ state: 'idle' });
      return { state: 'stored', path };
    } catch (error) {
      if (!isCurrent()) return NOTHING;
      logError('an image was not uploaded', error);
      stop();
      const failed = { state: 'failed', message: messageOf(error) } as const;
      setUpload(failed);
      return failed;
    }
  };

  return {
    upload,
    start: (file: File): void => {
      stop();
      const problem = imageProblem(file);
      if (problem !== null) return setUpload({ state: 'failed', message: problem });
      const abort = new AbortController();
      const previewUrl = URL.createObjectURL(file);
      setUpload({ state: 'sending', previewUrl, fraction: 0 });
      const run = { abort, previewUrl, done: Promise.resolve(NOTHING) };
      running.current = run;
      run.done = send(file, abort, previewUrl);
    },
    cancel,
    /** Waits for the picture being sent. A picture that was refused stays refused until another is chosen or `cancel`. */
    settled: async (): Promise<Settled> =>
      running.current ? running.current.done : upload.state === 'failed' ? upload : NOTHING,
  };
}

const messageOf = (error: unknown) =>
  isServerResponse(error) && error.status < 500 ? error.message : failureText(UPLOAD_FAILED, error);
