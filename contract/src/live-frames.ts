/** A viewer of `live:{eventId}` gets one binary `frame` per tick; format: docs/live-frames.md. */
export const FRAME_VERSION = 2;
export const FLAG_RESET = 1;
export const FLAG_REMOVED = 2;
export const FLAG_CHANGED = 4;
export const FLAG_INTRODUCED = 8;

export const ESCAPE = 0x80;
export const EXTRA_LARGE = 1;
export const EXTRA_FIX = 2;
export const EXTRA_ACCURACY = 4;
export const EXTRA_AGE = 8;
/** Both bits together have a meaning of their own: contact without a new fix. */
export const CONTACT = EXTRA_FIX | EXTRA_AGE;

/** Half a step each way is at most 0.79 m. */
export const STEPS_PER_DEGREE = 100_000;
export const AGE_UNIT_MS = 100;
export const IMPLIED_AGE_MAX_MS = 2_000;
const IMPLIED_AGE_MS = IMPLIED_AGE_MAX_MS / 2;

const ACCURACY_CODE_MAX = 255;
const WHOLE_METRES_CODE_MAX = 99;
const WHOLE_METRES_MAX = WHOLE_METRES_CODE_MAX + 1;
/** Codes 0 to 99 are 1 to 100 m; from there to 10 km each code is 3 % more. */
const ACCURACY_STEP = Math.log(10_000 / WHOLE_METRES_MAX) / (ACCURACY_CODE_MAX - WHOLE_METRES_CODE_MAX);

/** One-byte code (0–255) of an accuracy in metres, rounded up: a circle is never smaller than measured. */
export function accuracyCode(accuracyM: number): number {
  if (accuracyM <= WHOLE_METRES_MAX) return Math.max(Math.ceil(accuracyM), 1) - 1;
  const steps = Math.ceil(Math.log(accuracyM / WHOLE_METRES_MAX) / ACCURACY_STEP - 1e-9);
  return Math.min(WHOLE_METRES_CODE_MAX + steps, ACCURACY_CODE_MAX);
}
/** Accuracy in metres of a one-byte code. */
export const accuracyOfCode = (code: number): number =>
  code <= WHOLE_METRES_CODE_MAX
    ? code + 1
    : WHOLE_METRES_MAX * Math.exp((code - WHOLE_METRES_CODE_MAX) * ACCURACY_STEP);

export type FriendPosition = {
  readonly userId: string;
  readonly latitude: number;
  readonly longitude: number;
  readonly accuracyM: number;
  /** On the server's clock; compare with `serverNow`. */
  readonly fixedAtMs: number;
  /** Last contact with the server, with or without a fix (LIVE-12); server's clock. */
  readonly contactAtMs: number;
};

export type LiveChanges = {
  readonly changed: readonly FriendPosition[];
  readonly removedIds: readonly string[];
};

/** Rejoin the topic: its first frame resets everything. */
export class LiveFrameError extends Error {
  override readonly name = 'LiveFrameError';
}

export type LiveDecoder = {
  /** By user id; a new map after each change. */
  readonly friends: ReadonlyMap<string, FriendPosition>;
  /** True before the first frame and after a broken one, until a reset. */
  readonly needsResync: boolean;
  /** A broken frame changes nothing. @throws LiveFrameError once; later frames are skipped until a reset */
  apply(bytes: ArrayBuffer, receivedAtMs: number): LiveChanges;
  /** The server's time at a local time; the local time before the first frame. */
  serverNow(localNowMs: number): number;
  clear(): void;
};

/** The difference of the clocks is estimated from the fastest of this many frames. */
const CLOCK_SAMPLES = 30;
const NOTHING: LiveChanges = { changed: [], removedIds: [] };

type Slot = { friend: FriendPosition; latitudeSteps: number; longitudeSteps: number; code: number } | null;

/** Decodes the frames of one live topic, in order. */
export function createLiveDecoder(): LiveDecoder {
  let slots: Slot[] = [];
  let friends: ReadonlyMap<string, FriendPosition> = new Map();
  let frameMs = 0;
  let clockSamples: number[] = [];
  let state: 'waiting' | 'reading' | 'broken' = 'waiting';

  const clear = () => {
    slots = [];
    friends = new Map();
    state = 'waiting';
  };
  const apply = (bytes: ArrayBuffer, receivedAtMs: number): LiveChanges => {
    const isReset = bytes.byteLength > 0 && (new Uint8Array(bytes)[0]! & FLAG_RESET) !== 0;
    if (state === 'broken' && !isReset) return NOTHING;
    try {
      if (state === 'waiting' && !isReset) throw new LiveFrameError('The first frame must be a whole one');
      const before = isReset ? { slots: [], frameMs: 0 } : { slots, frameMs };
      const read = readFrame(new FrameReader(bytes), before);
      ({ slots, frameMs } = read);
      const removedIds = isReset
        ? [...friends.keys()].filter((id) => !slots.some((slot) => slot?.friend.userId === id))
        : read.removedIds;
      if (isReset || read.changed.length > 0 || removedIds.length > 0) friends = byId(slots);
      if (isReset) clockSamples = [];
      clockSamples = [...clockSamples.slice(1 - CLOCK_SAMPLES), receivedAtMs - frameMs];
      state = 'reading';
      return { changed: read.changed, removedIds };
    } catch (error) {
      state = 'broken';
      throw error instanceof RangeError ? new LiveFrameError('The frame ends too early') : error;
    }
  };
  return {
    get friends() {
      return friends;
    },
    get needsResync() {
      return state !== 'reading';
    },
    apply,
    serverNow: (localNowMs) => localNowMs - (clockSamples.length === 0 ? 0 : Math.min(...clockSamples)),
    clear,
  };
}

function byId(slots: readonly Slot[]): ReadonlyMap<string, FriendPosition> {
  const friends = new Map<string, FriendPosition>();
  for (const slot of slots) if (slot !== null) friends.set(slot.friend.userId, slot.friend);
  return friends;
}

function readFrame(reader: FrameReader, before: { slots: readonly Slot[]; frameMs: number }) {
  const head = reader.byte();
  if (head >> 4 !== FRAME_VERSION) throw new LiveFrameError(`A frame of version ${head >> 4} cannot be read`);
  const frameMs = head & FLAG_RESET ? reader.uint48() : before.frameMs + reader.signed();
  const slots = [...before.slots];
  const changed: FriendPosition[] = [];
  const removedIds: string[] = [];
  if (head & FLAG_REMOVED) {
    for (let left = reader.varint(); left > 0; left -= 1) {
      const index = reader.varint();
      const slot = slots[index] ?? null;
      if (slot === null) throw new LiveFrameError(`Nobody has the index ${index}`);
      removedIds.push(slot.friend.userId);
      slots[index] = null;
    }
  }
  if (head & FLAG_CHANGED) {
    const bitmap = Array.from({ length: Math.ceil(slots.length / 8) }, () => reader.byte());
    for (let index = 0; index < bitmap.length * 8; index += 1) {
      if (((bitmap[index >> 3] ?? 0) & (1 << (index & 7))) === 0) continue;
      const slot = slots[index] ?? null;
      if (slot === null) throw new LiveFrameError(`Nobody has the index ${index}`);
      changed.push((slots[index] = readChange(reader, slot, frameMs)).friend);
    }
  }
  if (head & FLAG_INTRODUCED) {
    for (let left = reader.varint(); left > 0; left -= 1) {
      const index = reader.varint();
      if (index > slots.length || (slots[index] ?? null) !== null) {
        throw new LiveFrameError(`The index ${index} cannot be given`);
      }
      changed.push((slots[index] = readFix(reader, reader.uuid(), frameMs)).friend);
    }
  }
  if (!reader.isAtEnd) throw new LiveFrameError('The frame is too long');
  while (slots.length > 0 && slots.at(-1) === null) slots.pop();
  return { slots, frameMs, changed, removedIds };
}

function readChange(reader: FrameReader, slot: NonNullable<Slot>, frameMs: number): NonNullable<Slot> {
  const { userId } = slot.friend;
  const first = reader.byte();
  const extras = first >> 4 === ESCAPE >> 4 ? first & 15 : null;
  if (extras === CONTACT) return { ...slot, friend: { ...slot.friend, contactAtMs: frameMs } };
  if (extras !== null && extras & EXTRA_FIX) return readFix(reader, userId, frameMs);
  let [latitudeSteps, longitudeSteps] = [slot.latitudeSteps, slot.longitudeSteps];
  if (extras !== null && extras & EXTRA_LARGE) {
    latitudeSteps += reader.signed();
    longitudeSteps += reader.signed();
  } else {
    const small = extras === null ? first : reader.byte();
    latitudeSteps += (small << 24) >> 28;
    longitudeSteps += (small << 28) >> 28;
  }
  const code = extras !== null && extras & EXTRA_ACCURACY ? reader.byte() : slot.code;
  const ageMs = extras !== null && extras & EXTRA_AGE ? reader.varint() * AGE_UNIT_MS : IMPLIED_AGE_MS;
  return slotOf({
    userId,
    latitudeSteps,
    longitudeSteps,
    code,
    fixedAtMs: frameMs - ageMs,
    contactAtMs: frameMs,
  });
}

function readFix(reader: FrameReader, userId: string, frameMs: number): NonNullable<Slot> {
  const [latitudeSteps, longitudeSteps, code] = [reader.int32(), reader.int32(), reader.byte()];
  const fixedAtMs = frameMs - reader.varint() * AGE_UNIT_MS;
  const contactAtMs = frameMs - reader.varint() * AGE_UNIT_MS;
  return slotOf({ userId, latitudeSteps, longitudeSteps, code, fixedAtMs, contactAtMs });
}

type Read = {
  userId: string;
  latitudeSteps: number;
  longitudeSteps: number;
  code: number;
  fixedAtMs: number;
  contactAtMs: number;
};

function slotOf(read: Read): NonNullable<Slot> {
  const { userId, latitudeSteps, longitudeSteps, code, fixedAtMs, contactAtMs } = read;
  const latitude = latitudeSteps / STEPS_PER_DEGREE;
  const longitude = longitudeSteps / STEPS_PER_DEGREE;
  if (Math.abs(latitude) > 90 || Math.abs(longitude) > 180) {
    throw new LiveFrameError('That location is not on the map');
  }
  const friend = { userId, latitude, longitude, accuracyM: accuracyOfCode(code), fixedAtMs, contactAtMs };
  return { friend, latitudeSteps, longitudeSteps, code };
}

class FrameReader {
  readonly #view: DataView;
  #offset = 0;

  constructor(bytes: ArrayBuffer) {
    this.#view = new DataView(bytes);
  }

  get isAtEnd(): boolean {
    return this.#offset === this.#view.byteLength;
  }

  byte(): number {
    return this.#view.getUint8(this.#offset++);
  }

  int32(): number {
    this.#offset += 4;
    return this.#view.getInt32(this.#offset - 4);
  }

  uint48(): number {
    this.#offset += 6;
    return this.#view.getUint16(this.#offset - 6) * 2 ** 32 + this.#view.getUint32(this.#offset - 4);
  }

  /** At most 49 bits, exact in a number. */
  varint(): number {
    let value = 0;
    for (let scale = 1; scale < 2 ** 49; scale *= 128) {
      const byte = this.byte();
      value += (byte & 127) * scale;
      if (byte < 128) return value;
    }
    throw new LiveFrameError('A number is too long');
  }

  signed(): number {
    const value = this.varint();
    return value % 2 === 0 ? value / 2 : -(value + 1) / 2;
  }

  uuid(): string {
    let hex = '';
    for (let byte = 0; byte < 16; byte += 1) hex += this.byte().toString(16).padStart(2, '0');
    return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
  }
}
