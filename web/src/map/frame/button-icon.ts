import { DivIcon, type DivIconOptions } from 'leaflet';

/** A marker that is a real button with a name: reachable, operable and spoken without a mouse. */
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
    return button;
  }
}
