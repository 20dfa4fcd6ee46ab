import { APPROXIMATE_FROM_M } from '@hereabouts/contract/live';
import { MINUTE_MS } from '@hereabouts/contract/durations';
import { useEffect, useSyncExternalStore } from 'react';
import type { Point } from '#web/lib/geo/geodesy.ts';
import { answerByWatch } from '#web/lib/geo/watched-position.ts';
import { OldFix, PositionRequest } from './fix-time.ts';
import { browserParts, type PositionParts } from './position-parts.ts';

export type Fix = Point & {
  /** Radius in metres. */
  accuracyM: number;
  /** Metres per second. */
  speedMps: number | null;
  /** Degrees clockwise from north; null while standing or unknown. */
  courseDeg: number | null;
  /** When it was taken, on this device's clock. */
  takenAtMs: number;
};

/** `unknown`: not checked. `unasked`: a button may request it (LIVE-08). `asking`: the prompt is open, or the first fix is
 * pending. `searching`: allowed, without a fix. `insecure`: not HTTPS. `unsupported`: no such device. */
export type OwnStatus =
  | 'unknown'
  | 'unasked'
  | 'asking'
  | 'found'
  | 'searching'
  | 'denied'
  | 'insecure'
  | 'unsupported';

export type OwnPosition = {
  status: OwnStatus;
  /** The latest; kept while the device searches. A new object whenever the device reports one, though it be the same. */
  fix: Fix | null;
  /** Every fix of late was too rough: "precise location" is probably off. */
  isCoarse: boolean;
};

/** Coarse fixes after this are no cold start. */
const COARSE_AFTER_MS = 8_000;
/** Without a first fix for so long the status is `searching`. */
const SEARCHING_AFTER_MS = 15_000;
/** How long the prompt may stay open, and how long a request counts as unanswered: when the prompt is dismissed, Firefox neither
 * says so nor answers the request. */
const QUESTION_MAX_MS = 30_000;
/** A fix so old still tells where the device is; with an older one it is `searching`. */
const RECENT_MS = MINUTE_MS;
/** Longest wait of `locate`: an unanswered request (10 s), then a new watch. */
const LOCATE_MAX_MS = 14_000;
const WATCH_OPTIONS: PositionOptions = { enableHighAccuracy: true, maximumAge: 0 };
const PERMISSION_DENIED = 1;

/** The page's one position watch; runs only while used and allowed. */
export class OwnPositionWatch {
  readonly #parts: PositionParts;
  readonly #listeners = new Set<() => void>();
  #state: OwnPosition = { status: 'unknown', fix: null, isCoarse: false };
  #holders = 0;
  /** By a button on this page, or granted before. */
  #allowed = false;
  #permissionRead = false;
  #permissionState: PermissionState | null = null;
  #watchId: number | null = null;
  #coarseSinceMs: number | null = null;
  readonly #unanswered = new Set<PositionRequest>();
  #restartIsDue = false;
  readonly #oldFix: OldFix;
  #stopTimer = () => {};

  constructor(parts: PositionParts) {
    this.#parts = parts;
    this.#oldFix = new OldFix(parts.clock, (position, request) => this.#acceptFix(position, request));
    parts.watchRestored(() => void this.#resume());
    parts.watchShown(() => void this.#findAgain());
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  readonly snapshot = (): OwnPosition => this.#state;

  /** Wants the position without ever opening the prompt; the returned function ends it. */
  hold(): () => void {
    this.#holders += 1;
    void this.#readPermission();
    this.#startOrStop();
    let held = true;
    return () => {
      if (!held) return;
      held = false;
      this.#holders -= 1;
      // The next render may use it too.
      queueMicrotask(() => this.#startOrStop());
    };
  }

  /** Opens the prompt if needed. Call it from a button. */
  ask(): void {
    if (!this.#isPossible()) return;
    this.#allowed = true;
    // Where the person has changed the setting since, only a new watch finds out.
    this.#unwatch();
    this.#startOrStop();
  }

  /** Requests a fresh fix, after the page was hidden or to resend an old one. */
  refresh(): void {
    if (this.#watchId === null || this.#restartIsDue) return;
    const request = new PositionRequest(this.#parts.clock.now());
    const settle = () => {
      stopTimer();
      this.#unanswered.delete(request);
      // While this runs, Chrome may still count the request.
      this.#parts.clock.after(0, () => this.#restartIfFree());
    };
    const stopTimer = this.#parts.clock.after(QUESTION_MAX_MS, settle);
    this.#unanswered.add(request);
    this.#parts.locator?.getCurrentPosition(
      (position) => {
        this.#acceptFix(position, request);
        settle();
      },
      settle,
      { ...WATCH_OPTIONS, timeout: 10_000 },
    );
  }

  /** As `refresh`, but with a new watch: beside an active one Chrome reports a stationary device only once it moves. It releases
   * the device only when no request is pending either, so this waits for that. */
  restart(): void {
    this.#restartIsDue = true;
    this.#restartIfFree();
  }

  /** Safari has ended the watch, and answers no request from before. Without the permission a new watch would open the prompt. */
  async #resume(): Promise<void> {
    this.#unanswered.clear();
    if (this.#watchId === null) return;
    const state = await this.#parts.readPermission();
    if (state === 'denied') this.#lose('denied');
    else if (state === 'granted' && this.#allowed) this.restart();
    else this.#lose('unasked');
  }

  /** Hidden pages get no fixes, and the device may have been carried elsewhere. */
  async #findAgain(): Promise<void> {
    if (this.#watchId === null || this.#state.status !== 'found' || this.#recentFix()) return;
    this.#set({ status: 'searching' });
    // Without the permission a new watch would open the prompt.
    if ((await this.#parts.readPermission()) === 'granted') this.restart();
    else this.refresh();
  }

  /** Null if no watch has found the device. The promise gives a recent fix, or null if the device does not confirm it in time. */
  locate(): Promise<Fix | null> | null {
    const { status, fix } = this.#state;
    if (this.#watchId === null || status !== 'found' || fix === null) return null;
    if (this.#recentFix()) return Promise.resolve(fix);
    this.restart();
    return new Promise((resolve) => {
      const settle = () => {
        stopTimer();
        unsubscribe();
        resolve(this.#recentFix());
      };
      const stopTimer = this.#parts.clock.after(LOCATE_MAX_MS, settle);
      const unsubscribe = this.subscribe(() => {
        if (this.#recentFix() || !this.#allowed) settle();
      });
    });
  }

  #recentFix(): Fix | null {
    const { fix } = this.#state;
    return fix !== null && fix.takenAtMs >= this.#parts.clock.now() - RECENT_MS ? fix : null;
  }

  #restartIfFree(): void {
    if (!this.#restartIsDue || this.#unanswered.size > 0) return;
    this.#restartIsDue = false;
    if (this.#watchId === null) return;
    this.#unwatch();
    this.#watch();
  }

  #isPossible(): boolean {
    if (!this.#parts.isSecure) this.#set({ status: 'insecure' });
    else if (this.#parts.locator === null) this.#set({ status: 'unsupported' });
    else return true;
    return false;
  }

  async #readPermission(): Promise<void> {
    if (this.#permissionRead) return;
    this.#permissionRead = true;
    if (!this.#isPossible()) return;
    const state = await this.#parts.watchPermission((changed) => this.#onPermission(changed));
    if (state === null) this.#set({ status: 'unasked' });
    else this.#onPermission(state);
  }

  #onPermission(state: PermissionState): void {
    const isLost = state === 'prompt' && this.#permissionState === 'granted';
    this.#permissionState = state;
    if (state === 'granted') {
      this.#allowed = true;
      if (this.#state.status === 'denied') this.#unwatch();
      this.#startOrStop();
    } else if (state === 'denied') {
      this.#lose('denied');
    } else if (this.#watchId === null || isLost) {
      // Chrome's "Allow this time" ends while the page is hidden: shown again, the watch would open the prompt.
      this.#lose('unasked');
    }
  }

  #startOrStop(): void {
    if (this.#holders > 0 && this.#allowed && this.#watchId === null) this.#watch({ isFirst: true });
    else if (this.#holders === 0) this.#unwatch();
  }

  #watch({ isFirst = false } = {}): void {
    const { locator, clock } = this.#parts;
    if (locator === null) return;
    const isOld = isFirst && this.#recentFix() === null;
    // A device that is lost is not found by being asked again.
    if (isFirst || this.#state.status !== 'searching')
      this.#set({ status: this.#state.fix === null ? 'asking' : isOld ? 'searching' : 'found' });
    const request = new PositionRequest(clock.now(), { isFirst });
    const found = (position: GeolocationPosition) => this.#acceptFix(position, request);
    this.#watchId = locator.watchPosition(found, this.#failed, WATCH_OPTIONS);
    this.#waitForFirstFix(clock);
  }

  #waitForFirstFix(clock: PositionParts['clock']): void {
    this.#stopTimer = clock.after(SEARCHING_AFTER_MS, () => {
      if (this.#state.status !== 'asking') return;
      if (this.#permissionState === 'prompt') this.#waitForAnswer(clock);
      else this.#set({ status: 'searching' });
    });
  }

  /** The watch goes on: the question may still be open. */
  #waitForAnswer(clock: PositionParts['clock']): void {
    this.#stopTimer = clock.after(QUESTION_MAX_MS - SEARCHING_AFTER_MS, () => {
      if (this.#state.status !== 'asking') return;
      const isGranted = this.#permissionState === 'granted';
      this.#allowed = isGranted;
      this.#set({ status: isGranted ? 'searching' : 'unasked' });
    });
  }

  #unwatch(): void {
    this.#stopTimer();
    this.#oldFix.forget();
    if (this.#watchId !== null) this.#parts.locator?.clearWatch(this.#watchId);
    this.#watchId = null;
    this.#coarseSinceMs = null;
  }

  #acceptFix(position: GeolocationPosition, request: PositionRequest): void {
    if (this.#watchId === null) return;
    const { coords, timestamp } = position;
    const nowMs = this.#parts.clock.now();
    const takenAtMs = request.timeOf(timestamp, nowMs);
    if (takenAtMs === null) this.#oldFix.keep(position, request);
    else this.#oldFix.replaceBy(timestamp);
    const fix: Fix = {
      latitude: coords.latitude,
      longitude: coords.longitude,
      accuracyM: coords.accuracy,
      speedMps: coords.speed,
      courseDeg: coords.heading === null || Number.isNaN(coords.heading) ? null : coords.heading,
      takenAtMs: takenAtMs ?? timestamp,
    };
    const before = this.#state.fix;
    // One from the future was taken before this device's clock was set back.
    if (before !== null && before.takenAtMs > fix.takenAtMs && before.takenAtMs <= nowMs) return;
    this.#allowed = true;
    if (fix.accuracyM < APPROXIMATE_FROM_M) this.#coarseSinceMs = null;
    else this.#coarseSinceMs ??= nowMs;
    this.#stopTimer();
    if (this.#coarseSinceMs !== null) {
      const leftMs = this.#coarseSinceMs + COARSE_AFTER_MS - nowMs;
      this.#stopTimer = this.#parts.clock.after(Math.max(leftMs, 0), () => this.#set({ isCoarse: true }));
    }
    this.#set({
      // A device that stands still reports its old fix again.
      status: fix.takenAtMs >= nowMs - RECENT_MS || this.#state.status === 'found' ? 'found' : 'searching',
      fix,
      isCoarse: this.#coarseSinceMs !== null && nowMs - this.#coarseSinceMs >= COARSE_AFTER_MS,
    });
  }

  readonly #failed = ({ code }: GeolocationPositionError): void => {
    this.#oldFix.forget();
    if (code === PERMISSION_DENIED) this.#lose('denied');
    // The watch goes on: a device in a cellar comes up again.
    else this.#set({ status: 'searching' });
  };

  #lose(status: 'denied' | 'unasked'): void {
    this.#allowed = false;
    this.#unwatch();
    this.#set({ status, fix: null, isCoarse: false });
  }

  #set(change: Partial<OwnPosition>): void {
    this.#state = { ...this.#state, ...change };
    for (const listener of this.#listeners) listener();
  }
}

export const ownPosition = new OwnPositionWatch(browserParts);

answerByWatch(() => ownPosition.locate());

/** The device's position while mounted; never prompts: see `ownPosition.ask`. */
export function useOwnPosition(): OwnPosition {
  useEffect(() => ownPosition.hold(), []);
  return useWatchedPosition();
}

/** While something else holds it; by itself it does not switch the device's location on. */
export const useWatchedPosition = (): OwnPosition =>
  useSyncExternalStore(ownPosition.subscribe, ownPosition.snapshot);
