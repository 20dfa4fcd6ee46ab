import { beforeEach, expect, test, vi } from 'vitest';
import { noteTouchedFields } from '#web/lib/typing/touched-fields.ts';
import { retypeKept } from './kept-typing.ts';

/** A text field. React sets the value of one as `typed` does, and hears of `input`. */
class Field extends EventTarget {
  readonly type = 'text';
  readonly labels: { textContent: string }[];
  #value: string;
  constructor(label: string, value = '') {
    super();
    this.labels = [{ textContent: label }];
    this.#value = value;
  }
  get value() {
    return this.#value;
  }
  set value(value: string) {
    this.#value = value;
  }
}

let fields: Field[];
let mutated: () => void;
let heard: (event: { target: EventTarget }) => void;
const disconnect = vi.fn<() => void>();

beforeEach(() => {
  disconnect.mockClear();
  fields = [];
  vi.useFakeTimers();
  vi.clearAllTimers();
  vi.stubGlobal(
    'HTMLSelectElement',
    class {
      options = [];
    },
  );
  vi.stubGlobal('location', { pathname: '/profile' });
  vi.stubGlobal('document', { querySelectorAll: () => fields });
  const kept = { path: '/profile', fields: [{ name: '0 Name', value: 'Marie Le Brocq' }] };
  vi.stubGlobal('sessionStorage', { getItem: () => JSON.stringify(kept), removeItem: () => {} });
  vi.stubGlobal(
    'MutationObserver',
    class {
      disconnect = disconnect;
      observe = () => {};
      constructor(run: () => void) {
        mutated = run;
      }
    },
  );
  vi.stubGlobal('addEventListener', (name: string, listener: typeof heard) => {
    if (name === 'input') heard = listener;
    // The person presses at once.
    else listener({ target: new EventTarget() });
  });
  noteTouchedFields();
});

/** A press shows fields. */
function show(...shown: Field[]): void {
  fields = shown;
  if (disconnect.mock.calls.length === 0) mutated();
}

test('PWA-04 a field that is there only after a press is typed into again', () => {
  retypeKept();
  show(new Field('Name', 'Marie'), new Field('Phone', '123'));
  expect(fields.map(({ value }) => value)).toEqual(['Marie Le Brocq', '123']);
  expect(disconnect).toHaveBeenCalledOnce();
});

test('PWA-04 what somebody has typed meanwhile stays', () => {
  retypeKept();
  const name = new Field('Name', 'Mar');
  heard({ target: name });
  show(name);
  expect(name.value).toBe('Mar');
});

test('PWA-04 nothing is typed on another page', () => {
  retypeKept();
  vi.stubGlobal('location', { pathname: '/contacts' });
  show(new Field('Name'));
  expect(fields[0]?.value).toBe('');
  expect(disconnect).toHaveBeenCalledOnce();
});

test('PWA-04 after 15 s nothing is typed any more', () => {
  retypeKept();
  vi.advanceTimersByTime(15_000);
  expect(disconnect).toHaveBeenCalledOnce();
});
