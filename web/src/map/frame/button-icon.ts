import { DivIcon, type DivIconOptions } from 'leaflet';

/** A marker that is a real button with a name: operable and spoken without a mouse. */
export class ButtonIcon extends DivIcon {
  readonly #name: string;

  constructor(name: string, options: DivIconOptions) {
    super(options);
    this.#name = name;
  }

  override createIcon(_oldIcon?: HTMLElement): HTMLElement {
    const drawn = super.createIcon();
    const button = document.createElement('button');
    button.type = 'button';
    button.className = drawn.className;
    button.style.cssText = drawn.style.cssText;
    button.setAttribute('aria-label', this.#name);
    button.append(...drawn.childNodes);
    keepFromMap(button);
    return button;
  }
}

const BEFORE_CLICK = ['mouseover', 'mousedown', 'mouseup'];

/** Leaflet has handled the touch, and on the mouse events that follow would focus the whole map, which is slow on phones. */
function keepFromMap(button: HTMLElement): void {
  let isTouch = false;
  button.addEventListener('pointerdown', ({ pointerType }) => (isTouch = pointerType === 'touch'));
  for (const type of BEFORE_CLICK) {
    button.addEventListener(type, (event) => isTouch && event.stopPropagation());
  }
}
