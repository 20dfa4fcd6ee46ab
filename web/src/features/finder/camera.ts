/** `off`: not requested or released. `none`: no rear camera. `busy`: another app has it. `insecure`: not HTTPS. */
export type CameraState =
  | { readonly kind: 'off' | 'asking' | 'denied' | 'none' | 'busy' | 'insecure' }
  | { readonly kind: 'on'; readonly stream: MediaStream };

/** Null where the browser has no camera API. */
export type OpenCamera = (() => Promise<MediaStream>) | null;

/** Holds the camera only while it is looked through: a pause releases it, resuming opens it anew. A stream that arrives when it
 * is no longer wanted is stopped at once. */
export class Camera {
  readonly #open: OpenCamera;
  readonly #listeners = new Set<() => void>();
  #state: CameraState = { kind: 'off' };
  #wanted = false;
  /** A stream of an earlier attempt is not used. */
  #attempt = 0;

  constructor(open: OpenCamera) {
    this.#open = open;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  readonly snapshot = (): CameraState => this.#state;

  /** May open the prompt: call it from a tap, or where it was allowed before. */
  async start(): Promise<void> {
    if (this.#state.kind === 'on' || this.#state.kind === 'asking') return;
    if (this.#open === null) return this.#set({ kind: 'insecure' });
    this.#wanted = true;
    this.#attempt += 1;
    const attempt = this.#attempt;
    this.#set({ kind: 'asking' });
    try {
      const stream = await this.#open();
      if (attempt !== this.#attempt) return stopTracks(stream);
      for (const track of stream.getVideoTracks()) {
        track.addEventListener('ended', () => {
          if (attempt === this.#attempt) this.#giveBack({ kind: 'busy' });
        });
      }
      this.#set({ kind: 'on', stream });
    } catch (cause) {
      if (attempt === this.#attempt) this.#set({ kind: problemOf(cause) });
    }
  }

  /** Releases the camera, so that the light beside the lens goes out. */
  pause(): void {
    if (this.#state.kind === 'on' || this.#state.kind === 'asking') this.#giveBack({ kind: 'off' });
  }

  resume(): void {
    if (this.#wanted && this.#state.kind === 'off') void this.start();
  }

  #giveBack(next: CameraState): void {
    this.#attempt += 1;
    if (this.#state.kind === 'on') stopTracks(this.#state.stream);
    this.#set(next);
  }

  #set(state: CameraState): void {
    this.#state = state;
    for (const listener of this.#listeners) listener();
  }
}

function stopTracks(stream: MediaStream): void {
  for (const track of stream.getTracks()) track.stop();
}

function problemOf(cause: unknown): 'denied' | 'none' | 'busy' {
  const name = cause instanceof Error ? cause.name : '';
  if (name === 'NotAllowedError' || name === 'SecurityError') return 'denied';
  return name === 'NotFoundError' || name === 'OverconstrainedError' ? 'none' : 'busy';
}
